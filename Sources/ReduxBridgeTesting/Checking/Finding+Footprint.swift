import ObjectGraph
import ReduxBridge
import ReferenceRedux

extension ParityCheck {
  var footprints: [FootprintSlice<State>] {
    completed.compactMap { if case .slice(let slice) = $0.content { slice.footprint } else { nil } }
  }

  /// The options that need a list of actions beside the comparison of both sides.
  var demands: [String] {
    [(values.isEmpty, "trying"), (posts == nil, "posting"), (handover == nil, "handingOver")]
      .filter { !$0.0 }.map(\.1)
  }
}

extension Finding {
  /// Whether both sides were compared, or a claim was judged, after an action.
  package var isComparison: Bool { !isOfFootprint && actionNumber > 0 || subject == .claim }

  /// Whether this is about the whole graph of objects, or about runs of other kinds.
  var isOfFootprint: Bool {
    switch subject {
    case .uncovered, .aliasing, .read, .deniedRead, .brokenLink, .listedTwice, .order,
      .writeBetweenActions, .keptObject, .notCopied, .noise, .post, .stage, .handover, .recording:
      true
    case .outsideWrite, .projection: other != nil
    default: false
    }
  }
}

extension FootprintWrites {
  /// The slices whose values change with what differs at a path.
  func owners(
    of path: String, from before: State, to after: State
  ) throws -> [String] {
    try slices.filter { slice in
      let value = slice.read(after)
      if slice.areEqual(slice.read(before), value) { return false }
      let alone = try copy(before)
      slice.write(alone, value)
      return try paths(from: before, to: alone).contains { pathsOverlap($0.path, path) }
    }.map(\.name)
  }
}

extension FootprintWrite {
  /// This write as a finding about a slice.
  func finding(in slice: String, by block: String?, after type: String?) -> Finding {
    switch kind {
    case .write:
      Finding(.outsideWrite, in: slice, by: block, at: path, other: other, after: type)
    case .uncovered: Finding(.uncovered, in: slice, by: block, at: path, after: type)
    case .aliasing: Finding(.aliasing, in: slice, by: block, at: path, other: other, after: type)
    case .unread:
      Finding(
        .projection, in: slice, at: path, other: "it does not read what it wrote", after: type)
    case .unasked:
      Finding(
        .projection, in: slice, at: path, other: "it writes what the blocks do not", after: type)
    }
  }
}

extension Graph {
  /// The properties that a copy of a state loses.
  static func losses<State: AnyObject & Codable>(
    of state: State
  ) throws -> [IncompleteCopyError.Loss] {
    do {
      try verifyCopy(of: state)
      return []
    } catch let error as IncompleteCopyError {
      return error.losses
    }
  }
}
