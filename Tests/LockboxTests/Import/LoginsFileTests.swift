import CommandLineSupport
import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LoginsFileTests {
  @Test func aProgramWithoutItsResourcesNamesThem() throws {
    let error = #expect(throws: InputError.self) {
      try LoginsFile.sample.bytes(in: [URL(fileURLWithPath: "/nowhere")])
    }
    let reason = try #require(error?.reason)
    #expect(reason.contains("Landbridge_Lockbox.resources must stand next to the program"))
  }
}
