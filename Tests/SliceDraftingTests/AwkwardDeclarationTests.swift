import Foundation
import Testing

@testable import SliceDrafting

/// No stored property is lost, and no other one is taken for one, however it is declared.
@Suite struct AwkwardDeclarationTests {
  /// Members of a class, and the stored properties among them with their initial values.
  private static let declarations = TextRow.rows(
    ##"""
    public var a: String?\n @discardableResult public func touch() -> Int { 1 } => a
    var a: [Int] = []\n @available(*, deprecated) func old() {} => a=[]
    var a: Int?; var b: Int? = 2; func f() {} => a b=2
    var a, b: Int?, c = 3 => a b c=3
    var (a, b) = (1, 2), c: Int? => a b c
    let a: Int = { 1 }()\n var b: Int { a } => a={ 1 }()
    var a: () -> Void = {}\n var b: (Int) -> (() -> Int)? = { _ in nil } => a={} b={ _ in nil }
    var a: Int = [1, 2]\n .map { $0 + 1 }\n .reduce(0, +)\n var b: Int? => a=[1, 2]\n .map { $0 + 1 }\n .reduce(0, +) b
    var a = 1\n + 2\n var b = 3 => a=1\n + 2 b=3
    var a = true\n ? 1\n : 2\n var b: Int? => a=true\n ? 1\n : 2 b
    var a: Int { 1 }\n var b: Int { get { 1 } set {} }\n var c: Int? => c
    var a: Int { _read { yield b } _modify { yield &b } }\n var b = 1 => b=1
    var a = 1 { didSet { b = a } }\n var b = 1 { willSet { if b > 1 { a = b } } } => a=1 b=1
    var a: Int? { didSet {} }\n @discardableResult func f() -> Int { 1 } => a
    var a: Int = 1 { didSet {} }\n var b: Int? => a=1 b
    lazy var a = { [unowned self] in b }()\n var b = 1 => a={ [unowned self] in b }() b=1
    var a = "{ \(1) // \("}") "\n var b = #"\( { "# => a="{ \(1) // \("}") " b=#"\( { "#
    var a = """\n var x\n }\n """\n var b: Int? => a="""\n var x\n }\n """ b
    var a: Int? // var b: Int?\n /* var c: Int? /* } */ */ var d: Int? => a d
    class var b: Int { 1 }\n static let c = 2, d = 3\n var e: Int? => e
    nonisolated(unsafe) static var a = 1\n nonisolated(unsafe) var b = 1 => b=1
    private(set) var a = 1\n public internal(set) var b: Int? => a=1 b
    private var a = 1\n fileprivate var b: Int? = nil\n private var c: Int { a } => a=1 b=nil
    weak var a: Base?\n unowned(unsafe) var b: Base = .init()\n unowned let c = Base()
      weak a unowned b=.init() unowned c=Base()
    @Wrapped private var a = 1\n @Wrapped(wrappedValue: 2) var b => a=1 b
    @BackReference var a: Base?\n @MainActor var b = 1 => a b=1
    var `class`: Int?\n var `in` = 1\n let `default` = "" => class in=1 default=""
    var `raw name`: Int?\n var `2nd` = 1 => raw name 2nd=1
    var größe: Int?\n var 数 = 1 => größe 数=1
    var a: [String: [Int?]]? = nil, b: Set<[Int]>? = [] => a=nil b=[]
    var a: (x: Int, y: Int)?\n var b: (any Sendable & Codable)? => a b
    var a: Swift.Result<Int, any Error>?\n var b: some Sendable = 1 => a b=1
    func f() { var a = 1; a += 1; let b = a; _ = b }\n var c: Int? => c
    init(x: Int) { let a = x; _ = a }\n deinit { var b = 1; b += 1 }\n var c: Int? => c
    subscript(i: Int) -> Int { let a = i; return a }\n var c: Int? => c
    struct I { var a = 1 }\n enum K { case b }\n class C { var d = 1 }\n var c: I? => c
    typealias Names = [String]\n var a: Names = []\n var b: Names? => a=[] b
    var a: Int? = .some(1) // =2\n var b = -1.5e3, c = 0xFF => a=.some(1) b=-1.5e3 c=0xFF
    var a = 1 < 2, b = [Int](), c = Set<Int>() => a=1 < 2 b=[Int]() c=Set<Int>()
    var a = [String: Result<Int, any Error>](), b = Dictionary<String, (Int, Int)>()\n var c: Int?
      a=[String: Result<Int, any Error>]() b=Dictionary<String, (Int, Int)>() c
    var a = if true { 1 } else { 2 }\n var b: Int? => a=if true { 1 } else { 2 } b
    var a = \Base.id, b = #line, c = /a }/ => a=\Base.id b=#line c=/a }/
    var\n a\n :\n Int\n =\n 1\n var b: Int? => a=1 b
    @available(*, deprecated)\n dynamic final\n var a = 1 => a=1
    #if !DEBUG\n var a = 1\n #else\n var c = 1\n #endif\n var b: Int? => a=1 b
    """##)

  private static let module: Result<Module, any Error> = Result {
    var text = """
      import Foundation
      import Observation
      import ReferenceRedux
      public class Base { public var id = 1; public init() {} }
      @propertyWrapper struct Wrapped { var wrappedValue: Int }

      """
    for (number, members) in declarations.map(\.text).enumerated() {
      text += "public class Awkward\(number): Base, @unchecked Sendable {\n \(members)\n}\n"
    }
    return try CompiledModule("Awkward", ["Awkward.swift": text]).module()
  }

  @Test(arguments: declarations.indices)
  func everyStoredPropertyIsRead(number: Int) throws {
    let type = try Self.module.get().type(named: "Awkward\(number)", [.class])
    let stored = type.fields.map { field in
      (field.ownership == .strong ? "" : "\(field.ownership) ") + field.name
        + (field.initialValue.map { "=\($0)" } ?? "")
    }
    #expect([stored.joined(separator: " ")] == Self.declarations[number].expected)
    #expect(type.doubtful == [])
  }
}
