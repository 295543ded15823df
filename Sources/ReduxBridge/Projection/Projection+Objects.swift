extension Projection {
  /// A slice that is an object which may be absent.
  ///
  /// The object that stands there is kept and written to, so that others who hold it go on seeing it;
  /// a new one is made only when there was none.
  ///
  /// - Parameters:
  ///   - keyPath: Where the object stands.
  ///   - element: The projection of the object when it is there.
  ///   - make: Makes the object for a value; `element.write` is called on it afterwards.
  /// - Returns: A projection to an optional value; clearing it removes the object.
  @inlinable
  public static func optional<Element: AnyObject, ElementValue>(
    _ keyPath: any ReferenceWritableKeyPath<Root, Element?> & Sendable,
    _ element: Projection<Element, ElementValue>,
    make: @escaping @Sendable (ElementValue) -> Element
  ) -> Projection<Root, ElementValue?> where Value == ElementValue? {
    Projection<Root, ElementValue?>(
      read: { $0[keyPath: keyPath].map(element.read) },
      write: { root, value in
        guard let value else {
          root[keyPath: keyPath] = nil
          return
        }
        let object = root[keyPath: keyPath] ?? make(value)
        element.write(object, value)
        if root[keyPath: keyPath] !== object { root[keyPath: keyPath] = object }
      },
      clear: { $0[keyPath: keyPath] = nil })
  }

  /// A slice that is a list of objects, matched with a list of values by id.
  ///
  /// `write` keeps the object that has the id of a value, so that shared references to it stay
  /// shared; it makes objects for new ids, drops those whose id is gone, and puts all in the order of
  /// the values. Of several values with one id, each takes the next object that has it.
  ///
  /// - Parameters:
  ///   - keyPath: Where the list stands.
  ///   - objectID: The id of an object.
  ///   - valueID: The id of a value.
  ///   - element: The projection of one object.
  ///   - make: Makes the object for a new value; `element.write` is called on it afterwards.
  /// - Returns: A projection to an array of values; clearing it empties the list.
  /// - Complexity: O(*n* + *m*) in the numbers of objects and values, for reading and for writing.
  @inlinable
  public static func list<Element: AnyObject, ElementValue, ID: Hashable & SendableMetatype>(
    _ keyPath: any ReferenceWritableKeyPath<Root, [Element]> & Sendable,
    objectID: @escaping @Sendable (Element) -> ID,
    valueID: @escaping @Sendable (ElementValue) -> ID,
    element: Projection<Element, ElementValue>,
    make: @escaping @Sendable (ElementValue) -> Element
  ) -> Projection<Root, [ElementValue]> where Value == [ElementValue] {
    Projection<Root, [ElementValue]>(
      read: { $0[keyPath: keyPath].map(element.read) },
      write: { root, values in
        let present = root[keyPath: keyPath]
        let objects = Self.matched(
          present, with: values, objectID: objectID, valueID: valueID, make: make)
        for (object, value) in Swift.zip(objects, values) { element.write(object, value) }
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
    make: (ElementValue) -> Element
  ) -> [Element] {
    // Mostly nothing was inserted, removed or moved: then no table is needed.
    if present.count == values.count,
      Swift.zip(present, values).allSatisfy({ objectID($0) == valueID($1) })
    {
      return present
    }
    // Reversed, so that the first object of an id is the last of its row and is taken first.
    var byID = Dictionary(grouping: present.reversed(), by: objectID)
    return values.map { value in
      byID[valueID(value)]?.popLast() ?? make(value)
    }
  }
}
