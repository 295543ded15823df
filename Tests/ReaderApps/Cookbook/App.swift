// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public struct CookAction: @unchecked Sendable {
  public let identifier: String
  public let payload: Any?

  public init(_ identifier: String, _ payload: Any? = nil) {
    self.identifier = identifier
    self.payload = payload
  }
}

public typealias Block = @Sendable (CookState, CookAction) -> Void

public let unitsBlock: Block = { state, action in
  if action.identifier == "setMetric" { state.settings.isMetric = action.payload as! Bool }
}

public let guestsBlock: Block = { state, action in
  guard action.identifier == "setGuests" else { return }
  state.settings.guests = max(1, action.payload as! Int)
}

public let bookBlock: Block = { state, action in
  let book = state.book
  let id = action.payload as? Int
  switch action.identifier {
  case "addRecipe": book.add(action.payload as! [String: Any])
  case "rename":
    let fields = action.payload as! [String: Any]
    book.recipes.first { $0.id == fields["id"] as? Int }?.title = fields["title"] as! String
  case "openRecipe": book.open = book.recipes.first { $0.id == id }
  case "planRecipe":
    let fields = action.payload as! [String: Any]
    guard let recipe = book.recipes.first(where: { $0.id == fields["id"] as? Int }) else { return }
    book.plan[fields["day"] as! String] = recipe
  case "closeRecipe": book.open = nil
  case "removeRecipe":
    guard let recipe = book.recipes.first(where: { $0.id == id }) else { return }
    book.remove(recipe)
    book.restored = []
  case "undo":
    guard let recipe = book.removed.popLast() else { return }
    book.recipes.append(recipe)
    book.restored.append(recipe)
  case "redo": if let recipe = book.restored.popLast() { book.remove(recipe) }
  default: break
  }
  book.steps = book.recipes.reduce(0) { $0 + $1.steps.count }
}

public let cartBlock: Block = { state, action in
  let cart = state.cart
  switch action.identifier {
  case "addToCart":
    guard let recipe = state.book.recipes.first(where: { $0.id == action.payload as? Int })
    else { return }
    if let line = cart.lines.first(where: { $0.recipe === recipe }) {
      line.amount += state.settings.guests
    } else {
      cart.lines.append(CartLine(recipe: recipe, amount: state.settings.guests))
    }
  case "removeRecipe", "removeFromCart":
    cart.lines.removeAll { $0.recipe.id == action.payload as? Int }
  case "emptyCart": cart.lines = []
  default: break
  }
}

/// The form of ReduxObjC: blocks change the state in a queue, and readers get archived copies.
public final class CookStore: @unchecked Sendable {
  public static let didChange = Notification.Name("RDXStateDidChangeNotification")
  private let state: CookState
  private let queue = DispatchQueue(label: "CookStore")

  public init(state: CookState = CookState()) { self.state = state }

  public func dispatch(_ action: CookAction) {
    queue.async { [self] in
      for block in [unitsBlock, guestsBlock, cartBlock, bookBlock] {
        block(state, action)
      }
      DispatchQueue.main.async {
        NotificationCenter.default.post(name: Self.didChange, object: self)
      }
    }
  }

  public func currentState() -> CookState {
    queue.sync {
      let data = try! NSKeyedArchiver.archivedData(
        withRootObject: state, requiringSecureCoding: false)
      let archive = try! NSKeyedUnarchiver(forReadingFrom: data)
      archive.requiresSecureCoding = false
      return archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as! CookState
    }
  }
}

/// The first screen.
@MainActor public final class BookScreen {
  public private(set) var rows: [String] = []
  private let store: CookStore
  private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

  public init(_ store: CookStore) {
    self.store = store
    observer = NotificationCenter.default.addObserver(
      forName: CookStore.didChange, object: store, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.update() }
    }
    update()
  }

  deinit { observer.map(NotificationCenter.default.removeObserver) }

  public func update() {
    let state = store.currentState()
    rows = state.book.recipes.map { recipe in
      let degrees = (recipe as? BakingRecipe).map { " at \($0.degrees)" } ?? ""
      let amount = state.cart.lines.first { $0.recipe === recipe }.map { " x\($0.amount)" } ?? ""
      return (recipe === state.book.open ? "> " : "") + recipe.title + degrees + amount
    }
    rows.append("\(state.book.steps) steps")
  }
}

/// The file that outlives a launch: a property list.
extension CookState {
  public func save(to url: URL) throws {
    let recipes = book.recipes.map { recipe in
      var fields: [String: Any] = ["title": recipe.title, "steps": recipe.steps]
      fields["degrees"] = (recipe as? BakingRecipe)?.degrees
      return fields
    }
    let file: [String: Any] = ["guests": settings.guests, "recipes": recipes]
    try PropertyListSerialization.data(fromPropertyList: file, format: .xml, options: 0)
      .write(to: url)
  }

  public static func load(from url: URL) throws -> CookState {
    let state = CookState()
    let file = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url), format: nil)
    guard let file = file as? [String: Any] else { return state }
    state.settings.guests = file["guests"] as? Int ?? 2
    for fields in file["recipes"] as? [[String: Any]] ?? [] { state.book.add(fields) }
    return state
  }
}

extension Cookbook {
  func remove(_ recipe: Recipe) {
    recipes.removeAll { $0 === recipe }
    if open === recipe { open = nil }
    removed.append(recipe)
  }

  func add(_ fields: [String: Any]) {
    let title = fields["title"] as! String
    let recipe =
      (fields["degrees"] as? Int).map { BakingRecipe(title: title, degrees: $0) }
      ?? Recipe(title: title)
    recipe.steps = fields["steps"] as? [String] ?? []
    recipes.append(recipe)
  }
}
