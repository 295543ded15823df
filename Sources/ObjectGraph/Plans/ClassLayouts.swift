/// The layouts of a class and its subclasses, with the one used last at hand.
final class ClassLayouts {
  private var lastClass: ObjectIdentifier?
  private var lastLayout = Layout(isShared: true)
  private var layouts: [ObjectIdentifier: Layout] = [:]

  /// The layout of the instances whose dynamic class is `dynamicClass`.
  func layout(of dynamicClass: AnyClass) -> Layout {
    let id = ObjectIdentifier(dynamicClass)
    if lastClass == id { return lastLayout }
    let layout: Layout
    if let known = layouts[id] {
      layout = known
    } else {
      layout = Layout(isShared: true)
      layouts[id] = layout
    }
    lastClass = id
    lastLayout = layout
    return layout
  }
}
