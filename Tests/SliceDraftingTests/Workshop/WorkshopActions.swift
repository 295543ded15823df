import Foundation
import ReferenceRedux

enum WorkshopAction: Equatable, Sendable {
  case addTool(id: Int, name: String)
  case feature(Int?)
  case remove(ids: [Int])
  case preferences(PreferenceChange)
  case `default`
  case open(Panel, at: WindowFrame)
  case search(SearchPanel.Filter)
  case order(UUID, total: Decimal)
  case imported([String: Int])

  enum PreferenceChange: Equatable, Sendable {
    case dark(Bool)
    case named(String)
  }

  enum Panel: String, CaseIterable {
    case tools, customers
  }
}

enum WorkshopReducers {
  static let catalog: ReduceBlock<WorkshopState, WorkshopAction> = { state, action in
    switch action {
    case .addTool(let id, let name):
      state.catalog.tools.append(Tool(id: id, name: name, catalog: state.catalog))
    case .feature(let id): state.catalog.featured = state.catalog.tools.first { $0.id == id }
    case .remove(let ids):
      state.catalog.tools.removeAll { ids.contains($0.id) }
      state.catalog.favorites.removeAll { ids.contains($0.id) }
    default: break
    }
  }

  static let preferences: ReduceBlock<WorkshopState, WorkshopAction> = { state, action in
    guard case .preferences(let change) = action else { return }
    switch change {
    case .dark(let isDark): state.preferences.isDark = isDark
    case .named(let name): state.preferences.name = name
    }
  }
}

/// Actions as types, each with an identifier of its own.
protocol WorkshopEvent: Sendable {}

struct ToolAdded: WorkshopEvent {
  var id: Int
  var name: String?
}

struct AllRemoved: WorkshopEvent {}

enum BenchMoved: WorkshopEvent {
  case up, down(by: Double)
}
