import CommandLineSupport
import Foundation
import LockboxModern

StandardStreams.prepare()
let status = await LockboxCommand().run(arguments: Array(CommandLine.arguments.dropFirst()))
exit(status)
