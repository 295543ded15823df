import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct SampleTests {
  @Test func theSampleHasTwoHundredDifferentLogins() throws {
    let logins = try sampleLogins()
    #expect(logins.count == 200)
    #expect(Set(logins.map(\.id)).count == 200)
    #expect(Set(logins.map(\.password)).count == 200)
  }

  @Test func theSampleUsesReservedDomains() throws {
    for login in try sampleLogins() {
      let host = try #require(URL(string: login.origin)?.host())
      #expect(["example.com", "example.org", "example.net"].contains { host.hasSuffix(".\($0)") })
    }
  }

  @Test func theSampleHasWhatRealExportsHave() throws {
    let logins = try sampleLogins()
    #expect(logins.contains { $0.username.isEmpty })
    #expect(logins.contains { $0.username.contains(",") })
    #expect(logins.contains { $0.username.contains("\"") })
    #expect(logins.contains { !$0.username.utf8.allSatisfy { $0 < 128 } })
    #expect(logins.contains { $0.httpRealm?.contains("\"") == true })
    #expect(logins.contains { $0.password.reveal().contains("\"") })
  }
}
