// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReferenceRedux

// A cook's app: a book of recipes with one on the table, timers, and a shopping list that reads the book.

public final class KitchenState: Codable {
  public var book = RecipeBook()
  public var timers: [CookTimer] = []
  public var shopping = ShoppingList()

  public init() {}

  func timer(_ id: Int) -> CookTimer? { timers.first { $0.id == id } }
}

public final class RecipeBook: Codable {
  public var recipes: [Recipe] = []
  public var open: Recipe?
  public var nextID = 1

  func recipe(_ id: Int) -> Recipe? { recipes.first(where: { $0.id == id }) }
}

public final class Recipe: Codable {
  public let id: Int
  public var title: String
  public var servings: Int
  public var steps: [Step] = []
  public var isFavorite = false
  @BackReference public var book: RecipeBook?

  public init(id: Int, title: String, servings: Int, book: RecipeBook?) {
    self.id = id
    self.title = title.isEmpty ? "Untitled" : title
    self.servings = max(1, servings)
    self.book = book
  }
}

public final class Step: Codable {
  public let number: Int
  public var text: String
  public var isDone = false

  public init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

public final class CookTimer: Codable {
  public let id: Int
  public var seconds: Int
  public var isRunning = false

  public init(id: Int, seconds: Int) { (self.id, self.seconds) = (id, seconds) }
}

public final class ShoppingList: Codable {
  public var items: [String] = []
  public var bought: Set<String> = []
  public var sortsByName = false
}

public enum KitchenAction: Codable, Equatable, Sendable {
  case add(title: String, servings: Int)
  case rename(id: Int, title: String)
  case scale(id: Int, by: Int)
  case remove(id: Int)
  case open(id: Int?)
  case toggleFavorite(id: Int)
  case addStep(recipe: Int, text: String)
  case finishStep(recipe: Int, number: Int)
  case restart
  case startTimer(id: Int, seconds: Int)
  case tick
  case stopTimer(id: Int)
  case extendTimer(id: Int, seconds: Int)
  case shopForOpen
  case buy(String)
  case sort
}

public enum KitchenReducers {
  public static let book: ReduceBlock<KitchenState, KitchenAction> = { state, action in
    let book = state.book
    switch action {
    case .add(let title, let servings):
      let recipe = Recipe(id: book.nextID, title: title, servings: servings, book: book)
      recipe.isFavorite = book.recipes.isEmpty
      book.recipes.append(recipe)
      book.nextID += 1
    case .rename(let id, let title):
      book.recipe(id)?.title = title
    case .scale(let id, let factor):
      guard factor > 0, let recipe = book.recipe(id) else { return }
      recipe.servings *= factor
    case .remove(let id):
      if book.open?.id == id { book.open = nil }
      book.recipes.removeAll { $0.id == id }
    case .open(let id):
      guard let id else {
        book.open = nil
        return
      }
      book.open = book.recipe(id) ?? book.open
    case .toggleFavorite(let id):
      if let recipe = book.recipes.first(where: { $0.id == id }) { recipe.isFavorite.toggle() }
    case .addStep(let id, let text):
      guard let recipe = book.recipe(id) else { return }
      recipe.steps.append(Step(number: recipe.steps.count + 1, text: text))
    case .finishStep(let id, let number):
      for step in book.recipe(id)?.steps ?? [] where step.number <= number {
        step.isDone = true
      }
    case .restart:
      for recipe in book.recipes {
        for step in recipe.steps { step.isDone = false }
      }
    default: break
    }
  }

  public static let timers: ReduceBlock<KitchenState, KitchenAction> = { state, action in
    switch action {
    case .startTimer(let id, let seconds):
      guard state.timer(id) == nil, seconds > 0 else { return }
      let timer = CookTimer(id: id, seconds: seconds)
      timer.isRunning = true
      state.timers.append(timer)
    case .tick:
      for timer in state.timers where timer.isRunning {
        timer.seconds -= 1
        if timer.seconds <= 0 {
          timer.seconds = 0
          timer.isRunning = false
        }
      }
    case .stopTimer(let id):
      state.timers.removeAll { $0.id == id || !$0.isRunning }
    case .extendTimer(let id, let seconds):
      state.timer(id)?.seconds += seconds
    default: break
    }
  }

  public static let shopping: ReduceBlock<KitchenState, KitchenAction> = { state, action in
    let list = state.shopping
    switch action {
    case .shopForOpen:
      for recipe in state.book.recipes where recipe.isFavorite {
        list.items.append("\(recipe.title) for \(recipe.servings)")
      }
    case .buy(let item):
      guard !list.bought.contains(item) else { return }
      list.bought.insert(item)
      list.items.removeAll { $0 == item }
    case .sort:
      list.sortsByName.toggle()
    default: break
    }
    if list.sortsByName { list.items.sort() }
  }
}
