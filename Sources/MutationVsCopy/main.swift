internal import Foundation
internal import ReduxBenchmarks

let command = BenchmarkCommand(Catalogue.suite)
exit(await command.run(Array(CommandLine.arguments.dropFirst())))
