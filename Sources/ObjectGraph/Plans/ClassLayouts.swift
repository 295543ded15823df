/// The layouts of a class and its subclasses, with the one used last at hand.
final class ClassLayouts {
  private var lastClass: ObjectIdentifier?
  private var lastTable: UnsafeMutablePointer<Layout.Table>?
  private var layouts: [ObjectIdentifier: Layout] = [:]

  /// The layout of the instances whose dynamic class is `dynamicClass`, valid as long as this lives.
  @inline(__always)
  func table(of dynamicClass: AnyClass) -> UnsafeMutablePointer<Layout.Table> {
    if lastClass == ObjectIdentifier(dynamicClass), let lastTable { return lastTable }
    return find(dynamicClass)
  }

  private func find(_ dynamicClass: AnyClass) -> UnsafeMutablePointer<Layout.Table> {
    let id = ObjectIdentifier(dynamicClass)
    let layout = layouts[id] ?? Layout(.ofType)
    layouts[id] = layout
    lastClass = id
    lastTable = layout.table
    return layout.table
  }
}
