/// How many objects a state consists of, and of which class most of them are.
struct ObjectCount: CustomStringConvertible {
  /// The number of instances that the state reaches through its stored properties, itself included.
  let total: Int
  private let mostFrequent: (name: String, count: Int)?

  /// Counts the objects of a state, each once, by reflection.
  ///
  /// - Complexity: O(*n*) in the number of stored values. It does not recurse, so a chain may be long.
  init(of state: AnyObject) {
    var visited: Set<ObjectIdentifier> = []
    var classes: [ObjectIdentifier: (name: String, count: Int)] = [:]
    var values: [Any] = [state]
    while let value = values.popLast() {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class {
        let object = value as AnyObject
        guard visited.insert(ObjectIdentifier(object)).inserted else { continue }
        let type: any AnyObject.Type = type(of: object)
        classes[ObjectIdentifier(type), default: ("\(type)", 0)].count += 1
      }
      var level: Mirror? = mirror
      while let fields = level {
        values += fields.children.map(\.value)
        level = fields.superclassMirror
      }
    }
    total = visited.count
    mostFrequent = classes.values.max { ($0.count, $1.name) < ($1.count, $0.name) }
  }

  /// The counts in words, such as `1,204 objects, 500 of them Login`.
  var description: String {
    let objects = total == 1 ? "1 object" : "\(FigureFormat.grouped(Double(total))) objects"
    guard total > 1, let mostFrequent else { return objects }
    return
      "\(objects), \(FigureFormat.grouped(Double(mostFrequent.count))) of them \(mostFrequent.name)"
  }
}
