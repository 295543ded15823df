public import ObjectGraph
public import ValueRedux

extension Projection {
  /// Returns a projection of an object that may be absent.
  ///
  /// `write` changes the present object, so that other references to the object stay valid. `write`
  /// makes a new object only if there is no object, or if the present object does not fit.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the object in the class state.
  ///   - element: The projection of the object when it is present.
  ///   - fits: A closure that returns whether the `let` properties of an object agree with a value. A new object
  ///     replaces an object that does not fit. By default, every object fits.
  ///   - make: Makes an object for a value that has none, or none that fits. `element.write` then writes the value.
  /// - Returns: A projection whose value is nil if there is no object. Its `clear` sets the property to nil.
  @inlinable
  public static func optional<Element: AnyObject, ElementValue>(
    _ keyPath: any ReferenceWritableKeyPath<Root, Element?> & Sendable,
    _ element: Projection<Element, ElementValue>,
    fits: @escaping @Sendable (Element, ElementValue) -> Bool = { _, _ in true },
    make: @escaping @Sendable (ElementValue) -> Element
  ) -> Projection<Root, ElementValue?> where Value == ElementValue? {
    Projection<Root, ElementValue?>(
      read: { $0[keyPath: keyPath].map(element.read) },
      write: { root, value in
        guard let value else {
          // Not assigned again: an object on the main actor posts for it.
          if root[keyPath: keyPath] != nil { root[keyPath: keyPath] = nil }
          return
        }
        let present = root[keyPath: keyPath].flatMap { fits($0, value) ? $0 : nil }
        let object = present ?? make(value)
        element.write(object, value)
        if root[keyPath: keyPath] !== object { root[keyPath: keyPath] = object }
      },
      clear: { $0[keyPath: keyPath] = nil })
  }

  /// Returns a projection between a list of objects and a list of values, matched by id.
  ///
  /// `write` keeps the object with the id of a value, so that other references to the object stay valid. `write` makes
  /// objects for new ids, removes objects whose id no value has, and puts all objects in the order of the values. If
  /// several values have the same id, each value takes the next object with that id. `write` assigns the property only
  /// if it adds, removes or moves objects.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the list in the class state.
  ///   - objectID: A closure that returns the id of an object.
  ///   - valueID: A closure that returns the id of a value.
  ///   - element: The projection of each object of the list.
  ///   - fits: A closure that returns whether the `let` properties of an object agree with the value of the same id. A
  ///     new object replaces an object that does not fit. By default, every object fits.
  ///   - make: Makes an object for a value that has none, or none that fits. `element.write` then writes the value.
  /// - Returns: A projection to an array with one value for each object. Its `clear` empties the list.
  /// - Complexity: O(*n* + *m*) in the numbers of objects and values, to read and to write.
  @inlinable
  public static func list<Element: AnyObject, ElementValue, ID: Hashable & SendableMetatype>(
    _ keyPath: any ReferenceWritableKeyPath<Root, [Element]> & Sendable,
    objectID: @escaping @Sendable (Element) -> ID,
    valueID: @escaping @Sendable (ElementValue) -> ID,
    element: Projection<Element, ElementValue>,
    fits: @escaping @Sendable (Element, ElementValue) -> Bool = { _, _ in true },
    make: @escaping @Sendable (ElementValue) -> Element
  ) -> Projection<Root, [ElementValue]> where Value == [ElementValue] {
    Projection<Root, [ElementValue]>(
      read: { $0[keyPath: keyPath].map(element.read) },
      write: { root, values in
        let present = root[keyPath: keyPath]
        let objects = Self.matched(
          present, with: values, objectID: objectID, valueID: valueID, fits: fits, make: make)
        for (object, value) in zip(objects, values) { element.write(object, value) }
        if !present.elementsEqual(objects, by: ===) { root[keyPath: keyPath] = objects }
      },
      clear: { $0[keyPath: keyPath] = [] })
  }

  /// Finds or makes an object for each value.
  @inlinable
  static func matched<Element: AnyObject, ElementValue, ID: Hashable & SendableMetatype>(
    _ present: [Element],
    with values: [ElementValue],
    objectID: (Element) -> ID,
    valueID: (ElementValue) -> ID,
    fits: (Element, ElementValue) -> Bool,
    make: (ElementValue) -> Element
  ) -> [Element] {
    // In the common case nothing was inserted, removed or moved, and no table is needed.
    if present.count == values.count,
      zip(present, values).allSatisfy({ objectID($0) == valueID($1) && fits($0, $1) })
    {
      return present
    }
    // Reversed, so that `popLast` takes the first object of an id first.
    var byID = Dictionary(grouping: present.reversed(), by: objectID)
    return values.map { value in
      byID[valueID(value)]?.popLast().flatMap { fits($0, value) ? $0 : nil } ?? make(value)
    }
  }
}

// Objects hold these values of the store of values; their plain copies are deep ones.
extension WindowUUID: CopiedByValue {}
extension ActionNumber: CopiedByValue {}
