// Prints the reading of the drafting tool as JSON, for `.ci/judged`: of each reduce block of a module, the properties
// of the state that it reads and writes, the functions that it leads to, and the doubts.
import Foundation

@testable import SliceDrafting

let module = try Module(symbolGraphsIn: CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) })
let graph = StateGraph(of: try StateNames(module: module, givenState: nil, givenAction: nil).state(), in: module)
let blocks = module.constants.filter(\.type.isReduceBlock).map { block -> [String: Any] in
  let use = graph.use(of: block)
  return [
    "name": block.name, "reads": Array(use.reads), "writes": Array(use.writes), "doubts": use.doubts,
    "follows": use.follows.map { [$0.owner, $0.name].compactMap(\.self).joined(separator: ".") },
  ]
}
let classes = graph.uses.compactMap { use -> [String: Any]? in
  guard let type = graph.declaration(of: use) else { return nil }
  return [
    "name": graph.spelling(of: use), "fields": type.fields.map(\.name), "ownedBy": Array(graph.rootFields(of: use)),
  ]
}
let reading: [String: Any] = [
  "module": module.names[0], "root": graph.root.name, "blocks": blocks, "classes": classes,
]
print(String(decoding: try JSONSerialization.data(withJSONObject: reading), as: UTF8.self))
