/// Shows a model of a source's value, at once and after each change of the model.
@MainActor final class SourceObservation {
  private var token: AnyObject?

  init<Value, Model: Equatable>(
    of source: Source<Value>,
    _ makeModel: @escaping @MainActor (Value) -> Model,
    show: @escaping @MainActor (Model) -> Void
  ) {
    var shown: Model?
    token = source.follow { value in
      let model = makeModel(value)
      guard model != shown else { return }
      shown = model
      show(model)
    }
  }
}
