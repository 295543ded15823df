extension DraftingCommand {
  static let help = """
    swift package landbridge audit           the classes of the state, their problems, an order of slices
    swift package landbridge lines FILE      the lines of blocks and reducers that no comparison ran
    swift package landbridge-write draft-slice Library
                                             a slice: values, projection, reducer, tests
    swift package landbridge-write draft-actions
                                             random actions, and a small domain of them

    Each command explains itself with --help.

    """
}

extension DraftingCommand.Verb {
  /// The plugin passes the folders to every command that writes.
  private static let common: Set = [
    "--symbol-graph", "--target", "--state", "--action", "--package", "--output", "--tests",
    "--sources",
  ]

  var options: Set<String> {
    switch self {
    case .draftSlice:
      Self.common.union(["--name", "--only", "--initial-state", "--alias", "--access"])
    case .lines: Self.common.union(["--require"])
    case .audit, .draftActions: Self.common
    }
  }

  var flags: Set<String> {
    switch self {
    case .audit, .lines: ["--json", "--read-only"]
    case .draftSlice, .draftActions: ["--force", "--read-only"]
    }
  }

  var help: String {
    switch self {
    case .audit:
      """
      swift package landbridge audit [--target T] [--state AppState] [--json]

      Prints the classes of the state, what each holds and is held by, what may be wrong with them, and an
      order of slices. It changes no file.

      --json    prints the same as JSON

      """ + Self.commonHelp
    case .lines:
      """
      swift test --scratch-path .build/coverage --enable-code-coverage --no-parallel \\
        --filter 'Parity|Session'
      swift package landbridge lines [--target T] [--require 100] \\
        "$(swift test --scratch-path .build/coverage --show-codecov-path)"

      Reads the JSON that the first command leaves, and prints per slice the regions of its blocks and of
      its reducer, and of the functions of the module that they call, that did not run. Filter the tests to
      those that compare: whatever ran counts.

      --json         prints the same as JSON
      --require N    fails where less than N percent of a slice's blocks or reducer ran

      """ + Self.commonHelp
    case .draftSlice:
      """
      swift package landbridge-write draft-slice CLASS-OR-PROPERTY ... [--name library] [--target T]

      Writes the values, the projection, the slice and its reducer, and tests, for a property of the
      state or for the class of one. Lines with CHECK mark what you have to check, and #error what you
      have to answer; they are printed, too. Objects of a class with subclasses are left out.

      --name NAME            the name of one slice of all; unless given, each property is a slice
      --only A,B             properties of an object, the rest of which other slices have
      --output DIR           where in the package the slice is written; the target's folder unless given
      --tests DIR            where its tests are written
      --initial-state CODE   makes a state; `AppState()` unless given
      --alias CLASS.PROPERTY its objects belong to another list of the same class
      --access public        makes the values and the slice public, or package
      --force                replaces files that were changed after they were drafted

      """ + Self.commonHelp
    case .draftActions:
      """
      swift package landbridge-write draft-actions [--action AppAction] [--target T]

      Writes a generator of random actions and a small domain of actions, into the tests.

      --tests DIR     where the file is written
      --force         replaces a file that was changed after it was drafted

      """ + Self.commonHelp
    }
  }

  private static let commonHelp = """
    --target T            the target with the classes, needed where the package has several
    --state NAME          the class of the state, unless the reduce blocks name it
    --action NAME         the type of the actions, unless the reduce blocks name it
    --symbol-graph DIR    with the tool alone: a folder with symbol graphs, down to private members

    """
}
