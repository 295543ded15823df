public import Foundation

/// The contents of a file: a snapshot of a store in the format of the classes, and the version of that format.
///
/// In the middle of a migration, the state of a store is partly in objects and partly in values. The objects of a
/// snapshot contain the values of all slices, at every stage. The format of the classes therefore remains the only
/// format of the file until the bridge is deleted:
///
/// ```swift
/// let file = AutosaveFile(at: url)
/// autosave = Autosave(of: store, after: .seconds(1)) { state in
///   try file.write(JSONEncoder().encode(SavedState(state)))
/// }
/// let saved = try JSONDecoder().decode(SavedState<AppState>.self, from: Data(contentsOf: url))
/// let store = MigrationStore(state: saved.state, entries: AppSlices.entries)
/// ```
///
/// The file does not contain the stages of the slices: you can load it even if the stages have changed since.
/// `SavedState` also reads a file without a version, which a release from before the migration saved. A release from
/// before the migration can also read the new files, because a decoder ignores the additional key of the version. Users
/// can therefore go back to a release from before the migration.
///
/// JSON and property lists do not keep identity: an object in two places is read as two objects, and a `BackReference`
/// is read as nil. Restore such references in `init(from:)` of the classes, or by a projection that finds objects by
/// id: call its `read` on the decoded state, and pass the result to its `write`.
///
/// The root class must encode its properties by keys, as synthesized code does, and must not use the key
/// `landbridgeVersion`. `SavedState` and the root class each ask the encoder for a keyed container. The encoder must
/// write the keys of both containers into one, as the encoders of Foundation do.
public struct SavedState<State: AnyObject & Codable>: Codable {
  /// The root of the saved class state.
  public let state: State

  /// The version of the file; nil if a release before the migration saved it.
  package let version: Int?

  /// The version that this release writes, and the newest that it reads.
  package static var currentVersion: Int { 1 }

  private enum CodingKeys: String, CodingKey {
    case version = "landbridgeVersion"
  }

  /// Makes the contents of a file from a snapshot, in the current version.
  ///
  /// - Parameter state: A copy of the state of a store, from `Autosave`, `currentState()` or `snapshot()`. Do not pass
  ///   the state that `read` of the store lends, because its objects may lack the values of migrated slices.
  public init(_ state: State) {
    self.state = state
    version = Self.currentVersion
  }

  /// Reads a file of this version, of an older version, or without a version.
  ///
  /// - Throws: ``SavedStateError/unknownVersion(_:newest:)`` if the version is unknown, or a decoding error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decodeIfPresent(Int.self, forKey: .version)
    if let version, !(1...Self.currentVersion).contains(version) {
      throw SavedStateError.unknownVersion(version, newest: Self.currentVersion)
    }
    state = try State(from: decoder)
  }

  /// Writes the keys of the state, and one more key with the version.
  ///
  /// - Throws: Errors of encoding the state.
  public func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentVersion, forKey: .version)
  }
}

/// The reason why a file with a saved state cannot be read.
public enum SavedStateError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
  /// A newer release of the app saved the file, in a version of the format that this release does not know.
  case unknownVersion(Int, newest: Int)

  /// The error in words, and its remedy.
  public var description: String {
    switch self {
    case .unknownVersion(let version, let newest):
      "The saved state has version \(version), and this release reads versions up to \(newest). "
        + "A newer release saved it: keep the file, and update the app."
    }
  }

  /// The text of ``description``, so that alerts show it.
  public var errorDescription: String? { description }
}
