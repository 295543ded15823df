/// The encoding of a script, step by step.
extension Script {
  func encode(to encoder: any Encoder) throws {
    try Self.write(shape, to: encoder)
  }

  private static func write(_ shape: Shape, to encoder: any Encoder) throws {
    switch shape {
    case .nothing: return
    case .single(let step):
      var container = encoder.singleValueContainer()
      try write(step, to: &container)
    case .keyed(let entries):
      var container = encoder.container(keyedBy: Name.self)
      try write(entries, to: &container)
    case .row(let steps):
      var container = encoder.unkeyedContainer()
      try write(steps, to: &container)
    case .unusedSingle(let shape):
      _ = encoder.singleValueContainer()
      try write(shape, to: encoder)
    case .direct(let script): try script.encode(to: encoder)
    }
  }

  private static func write(
    _ step: Step, to container: inout any SingleValueEncodingContainer
  ) throws {
    switch step {
    case .scalar(let scalar): try scalar.value { try container.encode($0) }
    case .child(let script): try container.encode(script)
    case .optionalChild(let script): try container.encode(script)
    case .children(let scripts): try container.encode(scripts)
    case .null, .nested, .nestedRow, .superCoder: try container.encodeNil()
    }
  }

  private static func write(
    _ entries: [(String, Step)], to container: inout KeyedEncodingContainer<Name>
  ) throws {
    for (name, step) in entries {
      let key = Name(name)
      switch step {
      case .scalar(let scalar): try scalar.value { try container.encode($0, forKey: key) }
      case .child(let script): try container.encode(script, forKey: key)
      case .optionalChild(let script): try container.encodeIfPresent(script, forKey: key)
      case .children(let scripts): try container.encode(scripts, forKey: key)
      case .null: try container.encodeNil(forKey: key)
      case .nested(let entries):
        var nested = container.nestedContainer(keyedBy: Name.self, forKey: key)
        try write(entries, to: &nested)
      case .nestedRow(let steps):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try write(steps, to: &nested)
      case .superCoder(let script): try script.encode(to: container.superEncoder(forKey: key))
      }
    }
  }

  private static func write(
    _ steps: [Step], to container: inout any UnkeyedEncodingContainer
  ) throws {
    for step in steps {
      switch step {
      case .scalar(let scalar): try scalar.value { try container.encode($0) }
      case .child(let script): try container.encode(script)
      case .optionalChild(let script): try container.encode(script)
      case .children(let scripts): try container.encode(scripts)
      case .null: try container.encodeNil()
      case .nested(let entries):
        var nested = container.nestedContainer(keyedBy: Name.self)
        try write(entries, to: &nested)
      case .nestedRow(let steps):
        var nested = container.nestedUnkeyedContainer()
        try write(steps, to: &nested)
      case .superCoder(let script): try script.encode(to: container.superEncoder())
      }
    }
  }
}

extension Script.Scalar {
  func value(_ body: (any Codable) throws -> Void) throws {
    switch self {
    case .int(let value): try body(value)
    case .small(let value): try body(value)
    case .double(let value): try body(value)
    case .float(let value): try body(value)
    case .bool(let value): try body(value)
    case .text(let value): try body(value)
    case .url(let value): try body(value)
    case .data(let value): try body(value)
    case .decimal(let value): try body(value)
    case .date(let value): try body(value)
    case .uuid(let value): try body(value)
    case .ints(let value): try body(value)
    case .map(let value): try body(value)
    case .optional(let value): try body(value)
    }
  }
}
