import Foundation
import LockboxModern

/// The fictitious logins that each session begins with.
enum SampleLogins {
  static let all: [LoginRecord] = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    guard let file = Bundle.module.url(forResource: "sample-logins", withExtension: "json"),
      let logins = try? decoder.decode([LoginRecord].self, from: Data(contentsOf: file))
    else { fatalError("The sample of logins is no part of this build.") }
    return logins
  }()
}
