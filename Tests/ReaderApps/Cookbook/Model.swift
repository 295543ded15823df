// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public final class CookState: NSObject, NSCoding {
  public var settings = CookSettings()
  public var book = Cookbook()
  public var cart = Cart()

  public override init() {}

  public init?(coder: NSCoder) {
    settings.isMetric = coder.decodeBool(forKey: "isMetric")
    settings.guests = coder.decodeInteger(forKey: "guests")
    book = coder.decodeObject(forKey: "book") as! Cookbook
    cart = coder.decodeObject(forKey: "cart") as! Cart
  }

  public func encode(with coder: NSCoder) {
    coder.encode(settings.isMetric, forKey: "isMetric")
    coder.encode(settings.guests, forKey: "guests")
    coder.encode(book, forKey: "book")
    coder.encode(cart, forKey: "cart")
  }
}

public struct CookSettings {
  public var isMetric = true
  public var guests = 2
}

public final class Cookbook: NSObject, NSCoding {
  public var recipes: [Recipe] = []
  public var open: Recipe?
  /// The recipes of the week, by the names of its days.
  public var plan: [String: Recipe] = [:]
  /// The recipes that undo puts back, the latest last.
  public var removed: [Recipe] = []
  /// The recipes that redo removes again, the latest last.
  public var restored: [Recipe] = []
  /// The number of all steps, which a block computes.
  public var steps = 0

  public override init() {}

  public init?(coder: NSCoder) {
    recipes = coder.decodeObject(forKey: "recipes") as! [Recipe]
    open = coder.decodeObject(forKey: "open") as? Recipe
    plan = coder.decodeObject(forKey: "plan") as! [String: Recipe]
    removed = coder.decodeObject(forKey: "removed") as! [Recipe]
    restored = coder.decodeObject(forKey: "restored") as! [Recipe]
    steps = coder.decodeInteger(forKey: "steps")
  }

  public func encode(with coder: NSCoder) {
    coder.encode(recipes, forKey: "recipes")
    coder.encode(open, forKey: "open")
    coder.encode(plan, forKey: "plan")
    coder.encode(removed, forKey: "removed")
    coder.encode(restored, forKey: "restored")
    coder.encode(steps, forKey: "steps")
  }
}

open class Recipe: NSObject, NSCoding {
  public let id: Int
  public var title: String
  public var steps: [String] = []
  private nonisolated(unsafe) static var lastID = 0

  public init(title: String) {
    Recipe.lastID += 1
    id = Recipe.lastID
    self.title = title
  }

  public required init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    title = coder.decodeObject(forKey: "title") as! String
    steps = coder.decodeObject(forKey: "steps") as! [String]
  }

  open func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(title, forKey: "title")
    coder.encode(steps, forKey: "steps")
  }
}

public final class BakingRecipe: Recipe {
  public var degrees: Int

  public init(title: String, degrees: Int) {
    self.degrees = degrees
    super.init(title: title)
  }

  public required init?(coder: NSCoder) {
    degrees = coder.decodeInteger(forKey: "degrees")
    super.init(coder: coder)
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(degrees, forKey: "degrees")
  }
}

public final class Cart: NSObject, NSCoding {
  public var lines: [CartLine] = []

  public override init() {}

  public init?(coder: NSCoder) { lines = coder.decodeObject(forKey: "lines") as! [CartLine] }

  public func encode(with coder: NSCoder) { coder.encode(lines, forKey: "lines") }
}

public final class CartLine: NSObject, NSCoding {
  public let recipe: Recipe
  public var amount: Int

  public init(recipe: Recipe, amount: Int) {
    self.recipe = recipe
    self.amount = amount
  }

  public init?(coder: NSCoder) {
    recipe = coder.decodeObject(forKey: "recipe") as! Recipe
    amount = coder.decodeInteger(forKey: "amount")
  }

  public func encode(with coder: NSCoder) {
    coder.encode(recipe, forKey: "recipe")
    coder.encode(amount, forKey: "amount")
  }
}
