import LockboxModern
import CommandLineSupport
import Foundation

StandardStreams.prepare()
let status = await LockboxCommand().run(arguments: Array(CommandLine.arguments.dropFirst()))
exit(status)
