/// Reduces a list to a smaller one that still has a property, by delta debugging.
///
/// After A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002): parts
/// of the list are left out, larger ones first, for as long as the rest has the property. The result is
/// 1-minimal: without any one of its elements it does not have the property.
///
/// - Parameters:
///   - list: A list that has the property.
///   - hasProperty: Whether a list has it.
/// - Returns: A list that has the property, its elements in the order of the given one.
/// - Throws: What `hasProperty` throws.
/// - Complexity: O(*n*²) calls of `hasProperty` in the worst case, O(log *n*) in the best, *n* being the
///   length of the list.
func shrunk<Element>(
  _ list: [Element], whileKeeping hasProperty: ([Element]) throws -> Bool
) rethrows -> [Element] {
  var rest = list
  var parts = 2
  while !rest.isEmpty {
    let length = (rest.count + parts - 1) / parts
    var isSmaller = false
    var start = 0
    while start < rest.count {
      let end = min(start + length, rest.count)
      let without = Array(rest[..<start] + rest[end...])
      if try hasProperty(without) {
        rest = without
        isSmaller = true
      } else {
        start = end
      }
    }
    if isSmaller {
      parts = max(2, parts - 1)
    } else if length == 1 {
      break
    } else {
      parts = min(rest.count, parts * 2)
    }
  }
  return rest
}
