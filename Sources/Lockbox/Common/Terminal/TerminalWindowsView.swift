final class TerminalWindowsView: WindowsView {
  private let presenter: any WindowsPresenting
  private let factory: any PresenterFactory
  private(set) var windows: [TerminalRootView] = []

  init(factory: any PresenterFactory) {
    self.factory = factory
    presenter = factory.windows()
    presenter.attach(self)
  }

  /// The present content of all windows.
  var shown: [ShownWindow] {
    windows.map(\.shown)
  }

  func show(_ open: [WindowID]) {
    windows = open.map { id in
      windows.first { $0.window == id } ?? TerminalRootView(window: id, factory: factory)
    }
  }
}
