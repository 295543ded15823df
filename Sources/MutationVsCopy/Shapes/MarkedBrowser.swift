internal import Foundation
internal import ObjectGraph

/// The state of ``Browser`` to the letter, but that each of its five enums is marked as a value.
final class MarkedBrowser: Codable {
  var account = Account()
  var settings = Settings()
  var search = Search()
  var downloads = Downloads()
  var windows = [Window(number: 0), Window(number: 1)]

  /// Who is signed in.
  final class Account: Codable {
    enum Status: Codable, CopiedByValue {
      case signedOut
      case signingIn(user: String, attempt: Int)
      case signedIn(user: String, since: Date)
    }

    var status = Status.signedIn(user: "someone", since: Date(timeIntervalSince1970: 1_7e8))
    var sync = Sync()
  }

  /// When the account was last brought up to date.
  final class Sync: Codable {
    enum Outcome: Codable, CopiedByValue {
      case never
      case done(Date, changes: Int)
      case failed(String)
    }

    var outcome = Outcome.done(Date(timeIntervalSince1970: 1_7e8 + 60), changes: 12)
  }

  /// What the user chose.
  final class Settings: Codable {
    enum Theme: Codable, CopiedByValue {
      case system
      case manual(isDark: Bool)
      case automatic(threshold: Double)
    }

    var theme = Theme.automatic(threshold: 0.35)
    var homePage: URL?
    var languages = ["en", "de"]
  }

  /// What was searched for.
  final class Search: Codable {
    var engine = "engine"
    var recent = ["one", "two", "three"]
  }

  /// What is being fetched.
  final class Downloads: Codable {
    enum Progress: Codable, CopiedByValue {
      case waiting
      case running(received: Int, total: Int?)
      case finished(path: String)
    }

    var running = ["a.zip": Progress.running(received: 10, total: nil), "b.zip": .waiting]
  }

  /// A window with three tabs.
  final class Window: Codable {
    var number: Int
    var tabs: [Tab]
    var selected: Int?

    init(number: Int) {
      self.number = number
      tabs = (0..<3).map { Tab(number: number * 3 + $0) }
      selected = 1
    }
  }

  /// A tab and the page in it.
  final class Tab: Codable {
    enum Load: Codable, CopiedByValue {
      case idle
      case loading(progress: Double)
      case loaded(bytes: Int, date: Date)
      case failed(code: Int, message: String)
    }

    var title: String
    var address: String
    var load: Load
    var history: History? = History()

    init(number: Int) {
      title = "Page \(number)"
      address = "https://example.com/\(number)"
      load =
        number.isMultiple(of: 2)
        ? .loaded(bytes: 4_096 * number, date: Date(timeIntervalSince1970: 1_7e8))
        : .loading(progress: 0.5)
    }
  }

  /// Where a tab has been.
  final class History: Codable {
    var back = ["https://example.com/a", "https://example.com/b"]
    var forward: [String] = []
  }
}
