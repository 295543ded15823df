import ReferenceRedux

extension MigrationStore {
  /// Takes a listener of a slice into the comparison: it must be told of each change.
  ///
  /// ```swift
  /// let probe = store.addListener("LoginPresenter", on: .legacy, of: logins)
  /// center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { _ in
  ///   MainActor.assumeIsolated {
  ///     probe.told()
  ///     presenter.reload()
  ///   }
  /// }
  /// ```
  ///
  /// Each change on which both sides agree has to reach each listener at least once, by the time at which
  /// the store comes to rest: at the end of a turn of the main actor in which all that was reduced has
  /// been told. Several changes may be told as one, and one that is undone before need not be told. A
  /// listener that was not told is a mismatch with the subject ``Mismatch/Subject/delivery``. One may be
  /// told more often; how often it was told for nothing is counted in the ledger, not compared: the old
  /// notification comes after every action.
  ///
  /// - Parameters:
  ///   - name: The listener's name, of which there is one in a slice; its path is `listeners.` and this.
  ///   - side: The side that tells it: `legacy` for an observer of the notification, `value` for a
  ///     subscription.
  ///   - slice: The slice that it listens to.
  /// - Returns: The probe that the listener calls.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  @MainActor
  public func addListener<Value>(
    _ name: String, on side: Side, of slice: StateSlice<State, Action, Value>
  ) -> ListenerProbe {
    addListener(name, on: side, of: slice, selecting: { $0 })
  }

  /// Takes a listener of a part of a slice into the comparison: it must be told of each change there.
  ///
  /// ```swift
  /// let probe = store.addListener("toggle", on: .value, of: theme, selecting: \.isManual)
  /// let token = facade.values.subscribe(\.isManual) {
  ///   probe.told()
  ///   toggle.isOn = $0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The listener's name, of which there is one in a slice; its path is `listeners.` and this.
  ///   - side: The side that tells it.
  ///   - slice: The slice that it listens to.
  ///   - select: The part that it listens to; called on the executor of the store, and must not use
  ///     the store.
  /// - Returns: The probe that the listener calls.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  @MainActor
  public func addListener<Value, Part: Equatable & SendableMetatype>(
    _ name: String, on side: Side, of slice: StateSlice<State, Action, Value>,
    selecting select: @escaping @Sendable (Value) -> Part
  ) -> ListenerProbe {
    followDeliveries()
    let (recorder, listeners) = (recorder, coordinator.listeners(of: slice))
    let listener = DeliveryBook<Action>.Listener(slice: slice.name, name: name, side: side)
    let id = recorder.deliveries.withLock { $0.add(listener) }
    listeners.add(id, differs: { select($0) != select($1) })
    return ListenerProbe(
      name,
      onTold: {
        let outcome = recorder.deliveries.withLock { $0.told(id) }
        recorder.record(outcome, of: listener)
      },
      end: {
        listeners.remove(id)
        recorder.deliveries.withLock { $0.remove(id) }
      })
  }

  /// Hears when bursts and turns end, from the first listener on.
  private func followDeliveries() {
    guard recorder.deliveries.withLock({ $0.startsFollowing() }) else { return }
    let (recorder, index) = (recorder, coordinator.index)
    _ = afterBurst { _ in
      recorder.deliveries.withLock { $0.endBurst(with: index.value) }
    }
    afterPost { change in
      let misses = recorder.deliveries.withLock { $0.endTurn(reduced: change.actionsReduced) }
      for miss in misses { recorder.record(miss) }
    }
  }
}
