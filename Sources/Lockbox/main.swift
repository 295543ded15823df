import Foundation

let status = await LockboxCommand(console: StandardConsole())
  .run(arguments: Array(CommandLine.arguments.dropFirst()))
exit(status)
