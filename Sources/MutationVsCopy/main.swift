internal import Foundation
internal import ReduxBenchmarks

let command = BenchmarkCommand(Catalog.suite)
exit(await command.run(Array(CommandLine.arguments.dropFirst())))
