import Foundation
import LockboxModern

exit(await LockboxCommand().run(arguments: Array(CommandLine.arguments.dropFirst())))
