public import Foundation
import ObjectGraph
public import ReduxBridge
public import ReferenceRedux
public import ValueRedux
public import ValueReflection

/// A recorder that writes the actions of a store to a file, so that a test can replay the file.
///
/// ```swift
/// recorder = try SessionRecorder(of: AppStore.shared, to: folder.appendingPathComponent("session.jsonl"))
/// ```
///
/// The file has one JSON text per line. The first line is a header with the initial values. The other lines are reduced
/// actions, changes of stages, mismatches, and from time to time a checkpoint with the values of all slices. A replay
/// can run an action that is `Codable`; for another action, the file contains only its text. The recorder also records
/// the actions that middlewares and effects dispatch. A recording ends when a value store takes over the state: create
/// a new recorder for the value store.
///
/// The recorder replaces secrets by tokens of the same type, and equal secrets by equal tokens. The redactor of
/// ``Options`` decides which values are secret. The tokens depend on a random key that is never written. The recorder
/// keeps `true`, `false`, `nil` and the empty string: code tests for them, and would take another branch for a token.
///
/// The executor of the store only adds each action to a buffer; a queue of the recorder encodes and writes the action
/// at most 50 milliseconds later. If the buffer is full, the recorder leaves out actions. For these actions, the file
/// has a line with their numbers, and then a checkpoint, from which a replay continues. A full file is renamed to
/// `session.1.jsonl`, an older full file to `session.2.jsonl`. Each file begins with a header and can be replayed
/// alone. The recorder creates files with the permissions 0600, and never through a symbolic link. If the process is
/// killed, the file keeps the lines written so far, with at most one incomplete line at the end.
///
/// After its release, a recorder still writes the actions that were dispatched before the release, and those that a
/// class store receives until these are reduced. A recorder does not keep the store alive.
///
/// ## Thread safety
///
/// Safe from any thread, because all properties are constants of types that are safe from any thread.
public final class SessionRecorder: Sendable, Unreflected {
  /// The options of a recording.
  public struct Options: Sendable {
    /// The name of the app, which the recorder writes to the header of the file.
    public var app = ProcessInfo.processInfo.processName
    /// The version of the app, which the recorder writes to the header of the file.
    public var version = ""
    /// The seed of the random actions, which the recorder writes to the header; nil if a user causes the actions.
    public var seed: UInt64?
    /// The number of actions after which the values of all slices are recorded.
    ///
    /// Their values are read on the executor of the store; of a plain class store, a copy of the state.
    package var checkpointInterval = 500
    /// The number of actions that may wait to be written; the recorder leaves out further actions.
    public var bufferLimit = 10_000
    /// The size in bytes at which a file is full.
    ///
    /// When a file is full, the recorder begins the next file with a later action. The recorder still writes the
    /// waiting actions, at most ``bufferLimit``, to the full file, so the file can become larger.
    public var fileLimit = 16 << 20
    /// The number of files to keep, the newest included.
    package var keptFiles = 4
    /// The redactor, which decides which values are secret; nil means the redactor in the `ParityOptions` of a
    /// migrating store, and `Redactor()` for another store.
    ///
    /// A redactor that you set here receives the values of a mismatch only as texts, in which it cannot find secrets.
    /// The recorder therefore masks these texts, except a single literal whose name is not secret, if the redactor has
    /// no replacements. Of the mismatch's action, the recorder writes only the type.
    ///
    /// Each value that the redactor replaces by another text counts as a secret, too. If the replacements of your
    /// redactor only shorten texts, set a redactor without replacements here.
    public var redactor: Redactor?

    /// Creates the default options.
    public init() {}
  }

  private let log: SessionLog
  private let waitForStore: @Sendable () -> Void
  /// Records the values after the last action, after everything that this caller dispatched before.
  private let recordEnd: @Sendable () -> Void
  private let detach: @Sendable () -> Void
  private let lastLine: @Sendable () -> JSONValue

  /// Begins to record the slices of a `MigrationStore`, or the whole graph of another class store.
  ///
  /// Begin to record at the launch of the app: a replay then starts from the initial state of its check. If the
  /// recording of a graph begins later, a replay starts from the recorded tree, which lacks back references. An object
  /// with two references is in the tree twice; for a replay, the projection of a slice can join the copies.
  ///
  /// The call waits until the caller's earlier actions are reduced, and encodes the values or the graph once.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - url: The file, in an existing folder. An older file is renamed, such as `session.jsonl` to `session.1.jsonl`.
  ///   - options: The options of the recording.
  /// - Throws: A `CocoaError` if the file cannot be created, or the error of a state that cannot be encoded.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)`.
  public convenience init<State, Action>(
    of store: ReferenceStore<State, Action>, to url: URL, options: Options = Options()
  ) throws {
    if let migration = (store as? MigrationStore<State, Action>)?.migration {
      try self.init(of: migration, to: url, options: options)
    } else {
      try self.init(StoreConnection(store), nil, to: url, options) { .graph(of: $0) }
    }
  }

  /// Begins to record all slices of a store that migrates, for example of a `MainMigrationStore`.
  ///
  /// For a `MainMigrationStore`, use the recorder on the main actor. On another thread, this initializer ends the
  /// process, and ``flush()`` and ``stop()`` do not record the last values.
  ///
  /// - Parameters:
  ///   - migration: The migration of the store.
  ///   - url: The file, in an existing folder. An older file is renamed, such as `session.jsonl` to `session.1.jsonl`.
  ///   - options: The options of the recording.
  /// - Throws: A `CocoaError` if the file cannot be created.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)`.
  public convenience init<State, Action>(
    of migration: Migration<State, Action>, to url: URL, options: Options = Options()
  ) throws {
    let coordinator = migration.coordinator
    try self.init(migration.store, migration, to: url, options) {
      .values(coordinator.recordedValues($0))
    }
  }

  private init<State, Action>(
    _ store: StoreConnection<State, Action>, _ migration: Migration<State, Action>?, to url: URL,
    _ options: Options, checkpoint: @escaping @Sendable (State) -> SessionCheckpoint
  ) throws {
    let parity = migration?.recorder.options
    let writer = try SessionWriter(at: url, options, or: parity?.redactor)
    let log = SessionLog(writer, limit: options.bufferLimit)
    let coordinator = migration?.coordinator
    let tap = SessionTap<Action>(
      log: log, options: options, typeName: parity?.actionType ?? qualifiedActionTypeName(of:))
    let removals = Locked<[@Sendable () -> Void]>([])
    let first = Locked<SessionLog.Entry?>(nil)
    let removeHook = store.afterEachAction(
      false,
      { state in
        // Between two actions: no move of a slice comes in between.
        let header = tap.begin(
          after: store.actionsReduced(), stages: coordinator?.stages, with: checkpoint(state))
        first.withLock { $0 = header }
        if let coordinator {
          let remove = coordinator.stageObservers.add { tap.note($0) }
          removals.withLock { $0.append(remove) }
        }
      },
      { state, action in tap.note(action) { checkpoint(state) } })
    removals.withLock { $0.append(removeHook) }
    if let migration {
      let remove = migration.recorder.observers.add { tap.note($0) }
      removals.withLock { $0.append(remove) }
    }
    let detach = { @Sendable in
      for remove in removals.withLock({ exchange(&$0, with: []) }) { remove() }
    }
    do {
      if let first = first.withLock({ $0.take() }) { try log.begin(with: first) }
    } catch {
      detach()
      throw error
    }
    self.log = log
    waitForStore = { if store.isReadable() { store.lend { _ in } } }
    recordEnd = {
      if store.isReadable() { store.lend { state in tap.end { checkpoint(state) } } }
    }
    self.detach = detach
    lastLine = { [weak migration] in migration.map(SessionLine.end(of:)) ?? SessionLine.end }
  }

  /// Begins to record a value store, whose state counts as one migrated slice named `state`.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - url: The file, in an existing folder. An older file is renamed, such as `session.jsonl` to `session.1.jsonl`.
  ///   - options: The options of the recording.
  /// - Throws: A `CocoaError` if the file cannot be created.
  @MainActor
  public init<State, Action>(
    of store: ValueStore<State, Action>, to url: URL, options: Options = Options()
  ) throws {
    let writer = try SessionWriter(at: url, options)
    let log = SessionLog(writer, limit: options.bufferLimit)
    let tap = SessionTap<Action>(
      log: log, options: options, typeName: qualifiedActionTypeName(of:))
    let checkpoint = { @Sendable (state: State) in
      SessionCheckpoint.values([(SessionLine.wholeState, state)])
    }
    try log.begin(
      with: tap.begin(
        after: Int(store.actionNumber.rawValue), stages: [SessionLine.wholeState: .migrated],
        with: checkpoint(store.state)))
    let remove = store.afterEachAction { state, action in
      tap.note(action) { checkpoint(state) }
    }
    self.log = log
    waitForStore = {}
    recordEnd = { [weak store] in
      guard MainQueue.isCurrent else { return }
      MainActor.assumeIsolated {
        if let store { tap.end { checkpoint(store.state) } }
      }
    }
    detach = { MainQueue.run(remove) }
    lastLine = { SessionLine.end }
  }

  // The store drops the log after its pending actions, and the log closes the file.
  deinit { detach() }

  /// Waits until the file contains all earlier actions of this caller; O(*n*) for *n* waiting actions.
  ///
  /// - Throws: The error that ended the writing of the file.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)` of the store.
  public func flush() throws {
    waitForStore()
    try log.flush()
  }

  /// Ends the recording after all earlier actions of this caller.
  ///
  /// The file ends with the values after the last action, and with the ledger and the gates of a store that migrates.
  /// For a value store, call this method on the main actor; on another thread, the last values are not recorded. The
  /// last values are also missing if you release the recorder without a call of `stop()`, or release the store first.
  ///
  /// - Throws: The error that ended the writing of the file.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)` of the store.
  public func stop() throws {
    recordEnd()
    detach()
    let line = lastLine()
    try log.end { try $0.add(line) }
  }
}

extension SessionCheckpoint {
  /// The whole state of a class store.
  fileprivate static func graph(
    of state: some AnyObject & Codable & SendableMetatype
  ) -> SessionCheckpoint {
    do {
      // Nothing else refers to the copy, and it is only encoded.
      nonisolated(unsafe) let copy = try Graph.copy(state)
      return SessionCheckpoint { try .object(["graph": $0.encode(unsafe copy).tree]) }
    } catch {
      // The error itself may hold a value.
      let reason = "the state cannot be copied: \(SourceText.typeName(type(of: error)))"
      return SessionCheckpoint { _ in .object(["missing": .string(reason)]) }
    }
  }
}
