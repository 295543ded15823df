import Foundation
import SliceDrafting

// The tool behind the plugins. It also runs alone, on the symbol graphs of an Xcode target.

do {
  let outcome = try DraftingCommand(Array(CommandLine.arguments.dropFirst())).run()
  print(outcome.text, terminator: "")
  exit(outcome.isSuccess ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
