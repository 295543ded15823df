extension GraphSession {
  /// The error of an object that is met inside itself.
  func cycle(at object: AnyObject) -> EncodingError {
    .invalidValue(
      object,
      EncodingError.Context(
        codingPath: path.pointee.codingPath,
        debugDescription:
          "\(type(of: object)) is reached from itself along this path. "
          + "Declare the reference that closes the cycle as @BackReference or @StrongBackReference."
      ))
  }

  /// The error of two members of a set or keys of a dictionary whose copies are equal.
  func collision(of value: Any) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path.pointee.codingPath,
        debugDescription: "The copies of two different keys or members are equal."))
  }
}
