import ReferenceRedux

// Projections of models on the main actor. Key paths to isolated properties are not `Sendable`, so they are
// made, and followed, on the main actor alone. Closures are lent with `onMainActor(_:)`.

extension Projection where Root == AnyKeyPath, Value == Never {
  /// Assigns a value to a property of an object only if the property has another value, so that an equal value causes
  /// no notification.
  ///
  /// ```swift
  /// write: onMainActor { state, value in
  ///   Projection.assign(value.title, to: \.title, of: state)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to assign.
  ///   - keyPath: The key path of the property.
  ///   - object: The object.
  public static func assign<Object: AnyObject, Content: Equatable>(
    _ value: Content, to keyPath: ReferenceWritableKeyPath<Object, Content>, of object: Object
  ) {
    if object[keyPath: keyPath] != value { object[keyPath: keyPath] = value }
  }
}

extension Projection {
  /// Creates a projection of a stored property of a model on the main actor; `write` does not assign an equal value.
  ///
  /// - Parameter keyPath: The key path of the value in the class state.
  @MainActor
  public init(onMainActor keyPath: ReferenceWritableKeyPath<Root, Value>) {
    let keyPath = unsafe sendable(keyPath)
    self.init(
      read: onMainActor { $0[keyPath: keyPath] },
      write: onMainActor { root, value in
        if root[keyPath: keyPath] != value { root[keyPath: keyPath] = value }
      })
  }

  /// Returns a projection of an optional object on the main actor.
  ///
  /// The main-actor form of `optional(_:_:fits:make:)`, without the parameter `fits`; the projection has no `clear`.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the object in the class state.
  ///   - element: The projection of the object when it is present.
  ///   - make: Makes an object for a value that has none; `element.write` then writes the value into this object.
  /// - Returns: A projection whose value is nil if there is no object.
  @MainActor
  public static func optional<Element: AnyObject & Sendable, ElementValue>(
    onMainActor keyPath: ReferenceWritableKeyPath<Root, Element?>,
    _ element: Projection<Element, ElementValue>,
    make: @escaping @MainActor (ElementValue) -> Element
  ) -> Projection<Root, ElementValue?> where Value == ElementValue? {
    let whole = unsafe optional(sendable(keyPath), element, make: onMainActor(make))
    return Projection<Root, ElementValue?>(read: whole.read, write: whole.write)
  }

  /// Returns a projection between a list of objects on the main actor and a list of values, matched by id.
  ///
  /// This method is the main-actor form of `list(_:objectID:valueID:element:fits:make:)`, without the parameter `fits`.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the list in the class state.
  ///   - objectID: A closure that returns the id of an object.
  ///   - valueID: A closure that returns the id of a value.
  ///   - element: The projection of each object of the list.
  ///   - make: Makes an object for a value that has none; `element.write` then writes the value into this object.
  /// - Returns: A projection to an array with one value for each object.
  /// - Complexity: O(*n* + *m*) in the numbers of objects and values, to read and to write.
  @MainActor
  public static func list<Element: AnyObject & Sendable, ElementValue, ID: Hashable & Sendable>(
    onMainActor keyPath: ReferenceWritableKeyPath<Root, [Element]>,
    objectID: @escaping @MainActor (Element) -> ID,
    valueID: @escaping @Sendable (ElementValue) -> ID,
    element: Projection<Element, ElementValue>,
    make: @escaping @MainActor (ElementValue) -> Element
  ) -> Projection<Root, [ElementValue]> where Value == [ElementValue] {
    unsafe list(
      sendable(keyPath), objectID: onMainActor(objectID), valueID: valueID, element: element,
      make: onMainActor(make))
  }
}

/// A key path that is followed on the main actor alone, as functions without isolation take it.
///
/// `Sendable` is a marker: it does not change how a type is stored. The key paths of structs that are captured
/// in subscripts are those of the caller, on the main actor.
@unsafe private func sendable<Root, Value>(
  _ keyPath: ReferenceWritableKeyPath<Root, Value>
) -> any ReferenceWritableKeyPath<Root, Value> & Sendable {
  unsafe unsafeBitCast(keyPath, to: (any ReferenceWritableKeyPath<Root, Value> & Sendable).self)
}
