import ObjectGraph
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The app of `CookbookBefore` after its migration.

// region: cook-classes
final class CookState: Codable {
  var settings = CookSettings()  // of two features
  var book = Cookbook()
  var cart = Cart()
}

struct CookSettings: Codable, CopiedByValue {
  var isMetric = true
  var guests = 2
}

final class Cookbook: Codable {
  var recipes: [Recipe] = []
  var open: Recipe?
  var plan: [String: Recipe] = [:]  // the recipes of the week, by the names of its days
  var removed: [Recipe] = []  // recipes that undo puts back, the last one first
  var restored: [Recipe] = []  // recipes that redo removes again, the last one first
  var steps = 0  // of all recipes, computed by the block
  var lastID = 0  // was `static var lastID` of Recipe
}
// endregion

// region: subclasses
class Recipe: Codable {
  let id: Int
  var title: String
  var steps: [String] = []

  init(id: Int, title: String) { (self.id, self.title) = (id, title) }
}

final class BakingRecipe: Recipe {
  var degrees: Int

  private enum CodingKeys: CodingKey { case degrees }

  init(id: Int, title: String, degrees: Int) {
    self.degrees = degrees
    super.init(id: id, title: title)
  }

  required init(from decoder: any Decoder) throws {
    degrees = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .degrees)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(degrees, forKey: .degrees)
  }
}

struct RecipeValue: Equatable, Sendable, Identifiable {
  enum Kind: Equatable, Sendable {
    case plain
    case baking(degrees: Int)
  }

  let id: Int
  var title: String
  var steps: [String]
  var kind: Kind

  static let projection = Projection<Recipe, RecipeValue>(
    read: { recipe in
      let kind = (recipe as? BakingRecipe).map { Kind.baking(degrees: $0.degrees) } ?? .plain
      return RecipeValue(id: recipe.id, title: recipe.title, steps: recipe.steps, kind: kind)
    },
    write: { recipe, value in
      (recipe.title, recipe.steps) = (value.title, value.steps)
      if case .baking(let degrees) = value.kind { (recipe as? BakingRecipe)?.degrees = degrees }
    })

  var newObject: Recipe {
    switch kind {
    case .plain: Recipe(id: id, title: title)
    case .baking(let degrees): BakingRecipe(id: id, title: title, degrees: degrees)
    }
  }
}
// endregion

final class Cart: Codable { var lines: [CartLine] = [] }

final class CartLine: Codable {
  let recipe: Recipe
  var amount: Int

  init(recipe: Recipe, amount: Int) { (self.recipe, self.amount) = (recipe, amount) }
}

// region: payload
struct CookAction: ReduxAction {
  let identifier: String
  let payload: (any Sendable)?

  init(_ identifier: String, _ payload: (any Sendable)? = nil) {
    self.identifier = identifier
    self.payload = payload
  }

  init(_ identifier: String, fields: [String: any Sendable]) { self.init(identifier, fields) }
}

enum CookBlocks {
  static let units: ReduceBlock<CookState, CookAction> = { state, action in
    if action.identifier == "setMetric" { state.settings.isMetric = action.payload as! Bool }
  }

  static let guests: ReduceBlock<CookState, CookAction> = { state, action in
    guard action.identifier == "setGuests" else { return }
    state.settings.guests = max(1, action.payload as! Int)
  }

}
// endregion

extension CookBlocks {
  static let cart: ReduceBlock<CookState, CookAction> = { state, action in
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

  static let book: ReduceBlock<CookState, CookAction> = { state, action in
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
      guard let recipe = book.recipes.first(where: { $0.id == fields["id"] as? Int })
      else { return }
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
}

extension Cookbook {
  func remove(_ recipe: Recipe) {
    recipes.removeAll { $0 === recipe }
    if open === recipe { open = nil }
    removed.append(recipe)
  }

  func add(_ fields: [String: Any]) {
    let title = fields["title"] as! String
    lastID += 1
    let recipe =
      (fields["degrees"] as? Int).map { BakingRecipe(id: lastID, title: title, degrees: $0) }
      ?? Recipe(id: lastID, title: title)
    recipe.steps = fields["steps"] as? [String] ?? []
    recipes.append(recipe)
  }
}

// region: cook-value
struct BookValue: Equatable, Sendable {
  var recipes: [Int: RecipeValue] = [:]  // all recipes, the removed ones included
  var present: [Int] = []
  var openID: Int?
  var plan: [String: Int] = [:]
  var removed: [Int] = []
  var restored: [Int] = []
  var lastID = 0

  var steps: Int { present.reduce(0) { $0 + (recipes[$1]?.steps.count ?? 0) } }
}
// endregion

extension BookValue {
  // region: cook-projection
  static let projection = Projection<CookState, BookValue>(
    read: { state in
      let book = state.book
      let recipes = (book.recipes + book.removed).map { ($0.id, RecipeValue.projection.read($0)) }
      return BookValue(
        recipes: Dictionary(uniqueKeysWithValues: recipes), present: book.recipes.map(\.id),
        openID: book.open?.id, plan: book.plan.mapValues(\.id), removed: book.removed.map(\.id),
        restored: book.restored.map(\.id), lastID: book.lastID)
    },
    write: { state, value in
      let book = state.book
      let old = (book.recipes + book.removed).map { ($0.id, $0) }
      var byID = Dictionary(uniqueKeysWithValues: old)
      for (id, recipe) in value.recipes {
        let object = byID[id] ?? recipe.newObject
        RecipeValue.projection.write(object, recipe)
        byID[id] = object
      }
      book.recipes = value.present.compactMap { byID[$0] }
      book.removed = value.removed.compactMap { byID[$0] }
      book.restored = value.restored.compactMap { byID[$0] }
      book.open = value.openID.flatMap { byID[$0] }
      book.plan = value.plan.compactMapValues { byID[$0] }
      book.steps = value.steps
      book.lastID = value.lastID
    })
  // endregion

  // region: cook-undo
  private mutating func remove(_ id: Int) {
    present.removeAll { $0 == id }
    if openID == id { openID = nil }
    removed.append(id)
  }

  private mutating func undo() {
    guard let id = removed.popLast() else { return }
    present.append(id)
    restored.append(id)
  }

  private mutating func redo() { if let id = restored.popLast() { remove(id) } }
  // endregion

  static let reducer = Reducer<BookValue, CookAction> { book, action in
    let fields = action.payload as? [String: Any] ?? [:]
    let id = action.payload as? Int ?? fields["id"] as? Int
    let known = book.present.first { $0 == id }
    switch action.identifier {
    case "addRecipe":
      book.lastID += 1
      book.recipes[book.lastID] = RecipeValue(
        id: book.lastID, title: fields["title"] as! String,
        steps: fields["steps"] as? [String] ?? [],
        kind: (fields["degrees"] as? Int).map { .baking(degrees: $0) } ?? .plain)
      book.present.append(book.lastID)
    case "rename": if let known { book.recipes[known]?.title = fields["title"] as! String }
    case "openRecipe": book.openID = known
    case "planRecipe": if let known { book.plan[fields["day"] as! String] = known }
    case "closeRecipe": book.openID = nil
    case "removeRecipe":
      guard let known else { return }
      book.remove(known)
      book.restored = []
    case "undo": book.undo()
    case "redo": book.redo()
    default: break
    }
  }
}

struct CartLineValue: Equatable, Sendable {
  let recipeID: Int
  var amount: Int

  static let projection = Projection<CookState, [CartLineValue]>(
    read: { $0.cart.lines.map { CartLineValue(recipeID: $0.recipe.id, amount: $0.amount) } },
    write: { state, value in
      let old = state.cart.lines
      let recipes = state.book.recipes + state.book.removed
      state.cart.lines = value.compactMap { line in
        guard let recipe = recipes.first(where: { $0.id == line.recipeID }) else { return nil }
        let object =
          old.first { $0.recipe === recipe } ?? CartLine(recipe: recipe, amount: line.amount)
        object.amount = line.amount
        return object
      }
    })

  // region: reading
  static let reducer = ReadingReducer<[CartLineValue], (BookValue, Int), CookAction> {
    lines, others, action in
    let (book, guests) = others
    let id = action.payload as? Int
    switch action.identifier {
    case "addToCart":
      guard let id, book.present.contains(id) else { return }
      if let index = lines.firstIndex(where: { $0.recipeID == id }) {
        lines[index].amount += guests
      } else {
        lines.append(CartLineValue(recipeID: id, amount: guests))
      }
    case "removeRecipe", "removeFromCart": lines.removeAll { $0.recipeID == id }
    case "emptyCart": lines = []
    default: break
    }
  }

  // endregion
}

enum CookSlices {
  // region: cook-split
  static let unitsReducer = Reducer<Bool, CookAction> { isMetric, action in
    if action.identifier == "setMetric" { isMetric = action.payload as! Bool }
  }

  static let units = StateSlice(
    "units", projection: Projection(\CookState.settings.isMetric), legacy: [CookBlocks.units],
    reducer: unitsReducer)

  static let guestsReducer = Reducer<Int, CookAction> { guests, action in
    if action.identifier == "setGuests" { guests = max(1, action.payload as! Int) }
  }

  static let guests = StateSlice(
    "guests", projection: Projection(\CookState.settings.guests), legacy: [CookBlocks.guests],
    reducer: guestsReducer)
  // endregion

  // region: reading
  static let cart = StateSlice(
    "cart", reading: book, guests, projection: CartLineValue.projection,
    legacy: [CookBlocks.cart], reducer: CartLineValue.reducer)
  // endregion

  static let book = StateSlice(
    "book", projection: BookValue.projection, legacy: [CookBlocks.book],
    reducer: BookValue.reducer)

  static let entries: [MigrationEntry<CookState, CookAction>] = [
    .slice(units), .slice(guests), .slice(cart), .slice(book),
  ]
}

/// The rows of the first screen.
@MainActor final class BookScreen {
  private(set) var rows: [String] = []
  private var token: SubscriptionToken?

  init(_ store: MigrationStore<CookState, CookAction>) {
    token = store.facade(combining: { values in
      Self.rows(of: values[CookSlices.book], values[CookSlices.cart])
    }).subscribe(\.self) { [weak self] in self?.rows = $0 }
  }

  private nonisolated static func rows(of book: BookValue, _ cart: [CartLineValue]) -> [String] {
    book.present.compactMap { book.recipes[$0] }.map { recipe in
      let degrees = if case .baking(let degrees) = recipe.kind { " at \(degrees)" } else { "" }
      let amount = cart.first { $0.recipeID == recipe.id }.map { " x\($0.amount)" } ?? ""
      return (recipe.id == book.openID ? "> " : "") + recipe.title + degrees + amount
    } + ["\(book.steps) steps"]
  }
}

/// The state of the store that the app ends on.
struct CookValue: Equatable, Sendable {
  var isMetric: Bool
  var guests: Int
  var cart: [CartLineValue]
  var book: BookValue

  init(_ values: SliceValues<CookState, CookAction>) {
    isMetric = values[CookSlices.units]
    guests = values[CookSlices.guests]
    cart = values[CookSlices.cart]
    book = values[CookSlices.book]
  }

  // region: reading-scoped
  static let reducer = Reducer<CookValue, CookAction>.combine(
    CookSlices.unitsReducer.scoped(to: \.isMetric),
    CookSlices.guestsReducer.scoped(to: \.guests),
    CartLineValue.reducer.scoped(to: \.cart, reading: { ($0.book, $0.guests) }),
    BookValue.reducer.scoped(to: \.book))
  // endregion
}
