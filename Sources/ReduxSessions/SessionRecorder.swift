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
/// can run a `Codable` action; for another action, the file has only its text. The recorder also writes actions that
/// middlewares and effects dispatch. A recording ends when a value store takes over: give this store a new recorder.
///
/// The recorder replaces secrets by tokens of the same type, and equal secrets by equal tokens. The redactor of
/// ``Options`` decides which values are secret. The tokens depend on a random key that is never written. The recorder
/// does not replace `true`, `false`, `nil` and `""`: code tests for them, and would take another branch for a token.
///
/// The thread that reduces an action only adds it to a buffer; a queue of the recorder encodes and writes the action at
/// most 50 milliseconds later. When the buffer is full, the recorder leaves out new actions until half of it is free.
/// Then it writes a line with the numbers of the first and the last missing action, and a checkpoint, from which a
/// replay continues. The recorder renames a full file to `session.1.jsonl`, and the full file before to
/// `session.2.jsonl`. Each file begins with a header and can be replayed alone. The files have the permissions 0600;
/// the recorder follows no symbolic link at the URL. If the process is killed, the last line can be incomplete.
///
/// After its release, a recorder still writes the actions that were dispatched before the release. Until these are
/// reduced, the recorder of a class store can also write later actions. A recorder does not keep the store alive.
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
    /// The seed of random actions, for the header of the file; nil if a user causes the actions.
    public var seed: UInt64?
    /// The number of actions after which the values of all slices are recorded.
    ///
    /// Their values are read on the executor of the store; of a plain class store, a copy of the state.
    package var checkpointInterval = 500
    /// The number of actions in the buffer at which the buffer is full, and the recorder leaves out new actions.
    public var bufferLimit = 10_000
    /// The size in bytes at which a file is full.
    ///
    /// The recorder still writes the actions in the buffer, at most ``bufferLimit``, to a full file, so the file can
    /// become larger. Only then does the recorder begin the next file.
    public var fileLimit = 16 << 20
    /// The number of files to keep, the newest included.
    package var keptFiles = 4
    /// The redactor, which decides which values are secret; if nil, the recorder uses the redactor in the store's
    /// `ParityOptions`, or `Redactor()` if the store has no such options.
    ///
    /// A redactor that you set here cannot find secrets in a mismatch, whose values are already texts. The recorder
    /// therefore masks each of these texts, and writes only the type of the action. If the redactor has no replacement,
    /// the recorder does not mask a single literal, such as `3`, at a path without secret names.
    ///
    /// The recorder also writes a token for each value that the redactor replaces by a text. If the replacement of your
    /// redactor only shortens texts, set a redactor without a replacement here, so that a replay gets the values.
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

  /// Begins to record the slices of a `MigrationStore`, or the whole graph of any other `ReferenceStore`.
  ///
  /// Begin to record at the launch of the app: a replay then starts from the initial state of the `ParityCheck`. If the
  /// recording of a graph begins later, a replay starts from a recorded tree without back references. If two references
  /// lead to one object, the tree contains it twice; the projection of a slice can join the copies.
  ///
  /// The call waits until the caller's earlier actions are reduced. It then encodes the slices or the graph once.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - url: The file, in an existing folder. An older file is renamed, such as `session.jsonl` to `session.1.jsonl`.
  ///   - options: The options of the recording.
  /// - Throws: A `CocoaError` if the file cannot be created, or the error of a state that cannot be encoded.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)` of the store.
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
  /// For a `MainMigrationStore`, create, flush and stop the recorder on the main actor. On another thread, a call of
  /// this initializer ends the process, a call of ``flush()`` does not wait for pending actions, and a call of
  /// ``stop()`` does not record the values after the last action.
  ///
  /// - Parameters:
  ///   - migration: The migration of the store.
  ///   - url: The file, in an existing folder. An older file is renamed, such as `session.jsonl` to `session.1.jsonl`.
  ///   - options: The options of the recording.
  /// - Throws: A `CocoaError` if the file cannot be created.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)` of the store.
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
    let last = Locked(UInt64.max)
    let remove = store.afterEachAction { [unowned store] state, action in
      guard store.actionNumber.rawValue <= last.withLock({ $0 }) else { return }
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
    detach = { [weak store] in
      MainQueue.run { if let number = store?.lastDispatched { last.withLock { $0 = number } } }
      // In a later turn of the main actor, no action waits.
      Task { @MainActor in remove() }
    }
    lastLine = { SessionLine.end }
  }

  // The store drops the log after its pending actions, and the log closes the file.
  deinit { detach() }

  /// Waits until the file contains all actions that this caller dispatched before; O(*n*) for *n* actions to write.
  ///
  /// - Throws: The error that ended the writing of the file.
  /// - Precondition: The call is not in a reduce block or inside `read(_:)` of the store.
  public func flush() throws {
    waitForStore()
    try log.flush()
  }

  /// Ends the recording as soon as it contains all actions that this caller dispatched before.
  ///
  /// The file ends with the values after the last action, and with the ledger and the gates of a store that migrates.
  /// These values are missing if you release the store first, or the recorder without a call of `stop()`. They are also
  /// missing for a store on the main actor, such as a value store, if you call `stop()` on another thread.
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
