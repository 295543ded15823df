import Foundation
import ReferenceRedux
import StoreContract
import Testing

@Suite("The file of an autosave", .timeLimit(.minutes(15)))
final class AutosaveFileTests {
  private let folder: URL
  private var place: URL { folder.appendingPathComponent("state.json") }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("autosave-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func permissions(of url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  private func create(_ name: String, permissions: Int = 0o644) {
    _ = FileManager.default.createFile(
      atPath: folder.appendingPathComponent(name).path, contents: Data("old".utf8),
      attributes: [.posixPermissions: permissions])
  }

  /// A name may be as long as the system allows.
  @Test(arguments: ["state.json", String(repeating: "é", count: 127)])
  func isPrivateAndReplacedAsAWhole(_ name: String) throws {
    let place = folder.appendingPathComponent(name)
    let file = AutosaveFile(at: place)
    try file.write(Data("new".utf8))
    #expect(try permissions(of: place) == 0o600)
    create(name)
    let reader = try FileHandle(forReadingFrom: place)
    try file.write(Data("newer".utf8))
    #expect(try reader.readToEnd() == Data("old".utf8), "a reader keeps the file that it opened")
    #expect(try Data(contentsOf: place) == Data("newer".utf8))
    #expect(try permissions(of: place) == 0o600)
    try file.write(Data())
    #expect(try Data(contentsOf: place).isEmpty)
    #expect(try names == [place.lastPathComponent])
  }

  @Test func onlyTemporaryFilesOfThisPlaceWhoseProcessOrWriteIsOverAreRemoved() throws {
    let gone = Int32.max - 1
    let written = LegacyRecorder<String>()
    var calls = FileCalls()
    calls.rename = { [rename = calls.rename] old, new in
      written.record(URL(fileURLWithPath: old).lastPathComponent)
      return rename(old, new)
    }
    try FileCalls.$current.withValue(calls) { try AutosaveFile(at: place).write(Data([1])) }
    let kept = [
      ".other.json.\(gone)-1.autosave",  // of another place
      // Of a process that runs, in several places among those that do not.
      ".state.json.1-1.autosave", ".state.json.1-2.autosave", ".state.json.1-33.autosave",
      ".state.json.1-444.autosave", ".state.json.1-5555.autosave", ".state.json.1-0.autosave",
      ".state.json.-1-1.autosave", ".state.json.0-1.autosave", ".state.json.\(gone).autosave",
      ".state.json.\(gone)-1-1.autosave", ".state.json.\(gone)-x.autosave",
      ".state.json.\(gone)-1.backup", ".state.json.\(gone)-1.autosavx",
      ".state.json.99999999999-1.autosave",
      "state.json", "state.json.\(gone)-1.autosave",
    ]
    let removed = [
      ".state.json.\(gone)-1.autosave", ".state.json.\(gone)-23.autosave",
      // Of an earlier process with the id of this one.
      ".state.json.\(getpid())-999999.autosave",
      written.values[0],
    ]
    for name in kept + removed { create(name) }
    _ = AutosaveFile(at: place)
    #expect(try names == kept.sorted())
  }

  @Test func writesAtOnceDoNotDisturbEachOther() async throws {
    try await onThreads(4) { [place] writer in
      for round in 0..<10 {
        try AutosaveFile(at: place).write(Data(repeating: UInt8(writer), count: 1_000 + round))
      }
    }
    let content = try Data(contentsOf: place)
    #expect(content == Data(repeating: content[0], count: 1_009))
    #expect(try names == ["state.json"])
  }

  @Test(arguments: ["actual.json", "nowhere/actual.json"])
  func aSymbolicLinkIsRefusedAndItsTargetStays(_ target: String) throws {
    create("actual.json")
    try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: target)
    let error = #expect(throws: CocoaError.self) {
      try AutosaveFile(at: self.place).write(Data("new".utf8))
    }
    #expect(error?.localizedDescription == "\(place.path): it is a symbolic link")
    #expect(try names == ["actual.json", "state.json"])
    #expect(try Data(contentsOf: folder.appendingPathComponent("actual.json")) == Data("old".utf8))
  }

  @Test func anErrorNamesTheFileAndTheCauseInWords() throws {
    var calls = FileCalls()
    calls.write = { _, _ in
      errno = ENOSPC
      return -1
    }
    let full = FileCalls.$current.withValue(calls) {
      #expect(throws: CocoaError.self) { try AutosaveFile(at: self.place).write(Data("new".utf8)) }
    }
    let folder = folder.appendingPathComponent("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let pipe = self.folder.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let missing = self.folder.appendingPathComponent("missing/state.json")
    let errors = [folder, pipe, missing].map { place in
      #expect(throws: CocoaError.self) { try AutosaveFile(at: place).write(Data("new".utf8)) }
    }
    #expect(errors[2]?.code == .fileNoSuchFile)
    let unread = #expect(throws: CocoaError.self) { try PrivateFile.content(of: missing) }
    #expect(unread?.code == .fileReadNoSuchFile && unread?.filePath == missing.path)
    let all = zip([place, folder, pipe, missing], [full] + errors)
    let causes = ["No space left", "it is a folder", "it is no plain file", "No such file"]
    for ((place, error), cause) in zip(all, causes) {
      let error = try #require(error)
      for text in [error.localizedDescription, "\(error)"] {
        #expect(text.contains(place.path) && text.contains(cause), "\(text)")
      }
    }
    #expect(try names == ["folder", "pipe"])
  }

  // MARK: Failures of the disk

  /// The calls that a write makes, each of which may fail, stop half way, or be the last.
  enum Step: String, CaseIterable, Sendable {
    case write, synchronize, rename, synchronizeFolder
  }

  @Test func theDataIsOnTheDiskBeforeTheNameAndTheNameBeforeTheReturn() throws {
    let steps = LegacyRecorder<Step>()
    try observing({ steps.record($0) }) { try AutosaveFile(at: place).write(Data("new".utf8)) }
    #expect(steps.values == Step.allCases)
  }

  @Test(arguments: [Step.write, .synchronize, .rename])
  func aCallThatFailsLeavesTheOldContentAndNothingElse(_ failing: Step) throws {
    create("state.json")
    let codes: [(Int32, CocoaError.Code)] = [
      (ENOSPC, .fileWriteOutOfSpace), (EDQUOT, .fileWriteOutOfSpace),
      (EACCES, .fileWriteNoPermission), (EPERM, .fileWriteNoPermission),
      (EROFS, .fileWriteVolumeReadOnly), (ENOENT, .fileNoSuchFile), (EIO, .fileWriteUnknown),
    ]
    for (number, code) in codes {
      let error = #expect(throws: CocoaError.self) {
        try observing({ if $0 == failing { throw POSIXFailure(number: number) } }) {
          try AutosaveFile(at: place).write(Data("new".utf8))
        }
      }
      #expect(error?.code == code && error?.filePath == place.path)
      #expect((error?.underlying as? NSError)?.code == Int(number))
    }
    #expect(try Data(contentsOf: place) == Data("old".utf8))
    #expect(try names == ["state.json"])
  }

  /// Each write replaces the file, so a descriptor that stays open leads to one without a name, or to
  /// the folder.
  @Test func aWriteLeavesNothingOpen() async {
    await #expect(processExitsWith: .success) { [path = place.path as String] in
      func open() -> [Int32: stat] {
        (Int32(0)..<512).reduce(into: [:]) { all, number in
          var info = stat()
          if fstat(number, &info) == 0 { all[number] = info }
        }
      }
      // Files that other tests of this process hold open may lose their names in between.
      let before = open()
      for _ in 0..<5 { try AutosaveFile(at: URL(fileURLWithPath: path)).write(Data([1])) }
      let left = open().filter { number, info in
        let kind = info.st_mode & S_IFMT
        let isLeft = kind == S_IFDIR || kind == S_IFREG && info.st_nlink == 0
        return isLeft && before[number] == nil
      }
      #expect(left.isEmpty)
    }
  }

  @Test func aWriteThatStopsHalfWayGoesOn() throws {
    let data = Data((0..<10_000).map { UInt8($0 % 251) })
    var calls = FileCalls()
    let attempts = LegacyRecorder<Int>()
    calls.write = { descriptor, bytes in
      attempts.record(bytes.count)
      errno = EINTR
      if attempts.values.count % 2 == 0 { return -1 }
      return write(descriptor, bytes.baseAddress, min(bytes.count, 3_000))
    }
    try FileCalls.$current.withValue(calls) { try AutosaveFile(at: place).write(data) }
    #expect(attempts.values == [10_000, 7_000, 7_000, 4_000, 4_000, 1_000, 1_000])
    #expect(try Data(contentsOf: place) == data)
  }

  @Test(arguments: Step.allCases)
  func aKilledProcessLeavesTheOldContentOrTheNew(_ last: Step) async throws {
    create("state.json")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = place.path as String, last = last.rawValue as String] in
      try observing({ if $0.rawValue == last { kill(getpid(), SIGKILL) } }) {
        try AutosaveFile(at: URL(fileURLWithPath: path)).write(Data("new".utf8))
      }
    }
    let isRenamed = last == .synchronizeFolder
    #expect(try Data(contentsOf: place) == Data((isRenamed ? "new" : "old").utf8))
    let left = try names.filter { $0 != "state.json" }
    #expect(left.count == (isRenamed ? 0 : 1))
    for name in left {
      #expect(name.hasPrefix(".state.json."))
      #expect(try permissions(of: folder.appendingPathComponent(name)) == 0o600)
    }
    _ = AutosaveFile(at: place)
    #expect(try names == ["state.json"])
  }
}

private struct POSIXFailure: Error {
  let number: Int32
}

/// Runs a body whose calls an observer receives first, and fail with what it throws.
private func observing(
  _ observe: @escaping @Sendable (AutosaveFileTests.Step) throws -> Void, _ body: () throws -> Void
) rethrows {
  @Sendable func attempt<Number: SignedInteger & SendableMetatype>(
    _ step: AutosaveFileTests.Step, _ call: () -> Number
  ) -> Number {
    do {
      try observe(step)
      return call()
    } catch {
      errno = (error as? POSIXFailure)?.number ?? EIO
      return -1
    }
  }
  let usual = FileCalls()
  var calls = usual
  calls.write = { descriptor, bytes in attempt(.write) { usual.write(descriptor, bytes) } }
  calls.rename = { old, new in attempt(.rename) { usual.rename(old, new) } }
  calls.synchronize = { descriptor in
    var status = stat()
    fstat(descriptor, &status)
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return attempt(isFolder ? .synchronizeFolder : .synchronize) { usual.synchronize(descriptor) }
  }
  try FileCalls.$current.withValue(calls, operation: body)
}
