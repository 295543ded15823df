// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Landbridge",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "ObjectGraph", targets: ["ObjectGraph"]),
    .library(name: "ReferenceRedux", targets: ["ReferenceRedux"]),
    .library(name: "ValueRedux", targets: ["ValueRedux"]),
    .library(name: "ReduxBridge", targets: ["ReduxBridge"]),
    .library(name: "ReduxSessions", targets: ["ReduxSessions"]),
    .library(name: "ReduxBridgeTesting", targets: ["ReduxBridgeTesting"]),
    .library(name: "ValueReduxTesting", targets: ["ValueReduxTesting"]),
    .library(name: "ReduxBenchmarks", targets: ["ReduxBenchmarks"]),
    .executable(name: "Lockbox", targets: ["Lockbox"]),
    .executable(name: "MutationVsCopy", targets: ["MutationVsCopy"]),
    .plugin(name: "landbridge", targets: ["LandbridgePlugin"]),
    .plugin(name: "landbridge-write", targets: ["LandbridgeWritePlugin"]),
  ],
  dependencies: [],
  targets: [
    // The libraries. Imports run one way only, in this order.
    .target(name: "ValueReflection"),  // internal, no product
    .target(name: "ObjectGraph", dependencies: ["ValueReflection"]),
    .target(name: "ReferenceRedux", dependencies: ["ObjectGraph", "ValueReflection"]),
    .target(name: "ValueRedux"),
    .target(
      name: "ReduxBridge",
      dependencies: ["ObjectGraph", "ReferenceRedux", "ValueRedux", "ValueReflection"]),
    .target(
      name: "ReduxSessions",
      dependencies: [
        "ReduxBridge", "ObjectGraph", "ReferenceRedux", "ValueRedux", "ValueReflection",
      ]),
    // For tests only.
    .target(
      name: "ReduxBridgeTesting",
      dependencies: [
        "ReduxBridge", "ReduxSessions", "ObjectGraph", "ReferenceRedux", "ValueRedux",
        "ValueReflection",
      ],
      resources: [.embedInCode("Page/session.html")]),
    .target(name: "ValueReduxTesting", dependencies: ["ValueRedux", "ValueReflection"]),
    .target(
      name: "ReduxBenchmarks",
      dependencies: [
        "ObjectGraph", "ReferenceRedux", "ValueRedux", "ValueReflection", "CommandLineSupport",
      ]),

    // Code that the executables share; it has no product.
    .target(name: "CommandLineSupport"),

    // The executables.
    // The sample app after its migration is a target of its own: it depends on `ValueRedux` alone.
    .target(name: "LockboxModern", dependencies: ["ValueRedux"], path: "Sources/Lockbox/Modern"),
    .executableTarget(
      name: "Lockbox",
      dependencies: [
        "LockboxModern", "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge",
        "ReduxSessions", "ReduxBridgeTesting", "ValueReflection", "CommandLineSupport",
      ],
      exclude: ["Modern"],
      resources: [.copy("Resources/sample-logins.csv")]),
    .executableTarget(
      name: "MutationVsCopy",
      dependencies: [
        "ReduxBenchmarks", "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge",
        "ReduxSessions",
      ]),

    // `swift package landbridge`: what reads and prints needs no permission, what writes does.
    .target(name: "SliceDrafting"),  // internal, no product
    .executableTarget(name: "LandbridgeTool", dependencies: ["SliceDrafting"]),
    .plugin(
      name: "LandbridgePlugin",
      capability: .command(
        intent: .custom(
          verb: "landbridge", description: "Audits the classes of a state, to migrate it to values")
      ),
      dependencies: ["LandbridgeTool"], path: "Sources/LandbridgePlugin"),
    .plugin(
      name: "LandbridgeWritePlugin",
      capability: .command(
        intent: .custom(
          verb: "landbridge-write", description: "Drafts slices and actions of a state"),
        permissions: [.writeToPackageDirectory(reason: "The drafts are files of your package.")]),
      dependencies: ["LandbridgeTool"], path: "Sources/LandbridgeWritePlugin"),

    // The tests: a folder per module, and what several of them share.
    .target(
      name: "StoreContract",
      dependencies: ["ObjectGraph", "ReferenceRedux", "ValueRedux", "CommandLineSupport"],
      path: "Tests/StoreContract"),
    .testTarget(
      name: "ObjectGraphTests", dependencies: ["ObjectGraph", "StoreContract", "ValueReflection"]),
    .testTarget(
      name: "ReferenceReduxTests",
      dependencies: [
        "ReferenceRedux", "ObjectGraph", "StoreContract", "ValueRedux", "ValueReduxTesting",
      ]),
    .testTarget(name: "ValueReduxTests", dependencies: ["ValueRedux", "StoreContract"]),
    .testTarget(
      // The executable is run, not imported.
      name: "SliceDraftingTests", dependencies: ["SliceDrafting", "LandbridgeTool"],
      exclude: ["Models"]),
    .testTarget(name: "ValueReflectionTests", dependencies: ["ValueReflection"]),
    .testTarget(name: "ValueReduxTestingTests", dependencies: ["ValueReduxTesting", "ValueRedux"]),
    // Made-up apps that the tests of the bridge share.
    .target(
      name: "BridgeTestApps",
      dependencies: [
        "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge", "ReduxSessions",
        "ReduxBridgeTesting", "StoreContract",
      ],
      path: "Tests/BridgeTestApps"),
    // The promises of a migration, over either class store.
    .target(
      name: "MigrationContract",
      dependencies: [
        "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge", "ReduxSessions",
        "ReduxBridgeTesting", "StoreContract",
      ],
      path: "Tests/MigrationContract"),
    // An app whose model is isolated to the main actor, before its migration and while it crosses.
    .target(name: "ReaderBefore", path: "Tests/ReaderApps/Before"),
    .target(
      name: "ReaderOnMain",
      dependencies: ["ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge"],
      path: "Tests/ReaderApps/OnMain"),
    // An app of three modules with actions behind a protocol, before its migration and after it.
    .target(name: "NewsModelBefore", path: "Tests/ReaderApps/News/Before/Model"),
    .target(
      name: "NewsFeedsBefore", dependencies: ["NewsModelBefore"],
      path: "Tests/ReaderApps/News/Before/Feeds"),
    .target(
      name: "NewsReadingBefore", dependencies: ["NewsModelBefore"],
      path: "Tests/ReaderApps/News/Before/Reading"),
    .target(
      name: "NewsAppBefore",
      dependencies: ["NewsModelBefore", "NewsFeedsBefore", "NewsReadingBefore"],
      path: "Tests/ReaderApps/News/Before/App"),
    .target(name: "NewsModel", dependencies: ["ObjectGraph"], path: "Tests/ReaderApps/News/Model"),
    .target(
      name: "NewsFeeds",
      dependencies: ["NewsModel", "ObjectGraph", "ReferenceRedux", "ReduxBridge", "ValueRedux"],
      path: "Tests/ReaderApps/News/Feeds"),
    .target(
      name: "NewsReading",
      dependencies: [
        "NewsModel", "NewsFeeds", "ObjectGraph", "ReferenceRedux", "ReduxBridge", "ValueRedux",
      ],
      path: "Tests/ReaderApps/News/Reading"),
    .target(
      name: "NewsApp",
      dependencies: [
        "NewsModel", "NewsFeeds", "NewsReading", "ReferenceRedux", "ReduxBridge", "ValueRedux",
      ],
      path: "Tests/ReaderApps/News/App"),
    // Apps whose classes archive themselves, before their migration: in ReduxObjC's form, and of observed objects.
    .target(name: "CookbookBefore", path: "Tests/ReaderApps/Cookbook"),
    .target(name: "GardenBefore", path: "Tests/ReaderApps/Garden"),
    // Stores on which an app may end.
    .target(name: "LibraryStores", path: "Tests/ReaderApps/Stores"),
    .testTarget(
      name: "ReduxBridgeTests",
      dependencies: [
        "ReduxBridge", "ReduxBridgeTesting", "ObjectGraph", "ReferenceRedux", "ValueRedux",
        "ValueReflection", "BridgeTestApps", "StoreContract", "MigrationContract", "ReaderBefore",
        "ReaderOnMain",
      ]),
    .testTarget(
      name: "ReduxSessionsTests",
      dependencies: [
        "ReduxSessions", "ReduxBridge", "ReduxBridgeTesting", "ObjectGraph", "ReferenceRedux",
        "ValueRedux", "ValueReflection", "BridgeTestApps", "StoreContract",
      ]),
    .testTarget(
      name: "ReduxBridgeTestingTests",
      dependencies: [
        "ReduxBridgeTesting", "ReduxBridge", "ReduxSessions", "ObjectGraph", "ReferenceRedux",
        "ValueRedux", "ValueReflection", "BridgeTestApps", "StoreContract",
      ]),
    .testTarget(
      name: "CommandLineSupportTests",
      // The executables are run, not imported.
      dependencies: ["CommandLineSupport", "Lockbox", "MutationVsCopy", "StoreContract"]),
    .testTarget(
      name: "ReduxBenchmarksTests", dependencies: ["ReduxBenchmarks", "CommandLineSupport"]),
    .testTarget(
      name: "LockboxTests",
      dependencies: [
        "Lockbox", "LockboxModern", "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge",
        "ValueReflection", "CommandLineSupport", "StoreContract",
      ]),
    .testTarget(
      name: "MutationVsCopyTests",
      dependencies: ["MutationVsCopy", "ReduxBenchmarks", "CommandLineSupport"]),
    // This one and the next see what an app sees: no `package` declarations.
    .testTarget(
      name: "PublicInterfaceTests",
      dependencies: [
        "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge", "ReduxSessions",
        "ReduxBridgeTesting", "ValueReduxTesting", "ReduxBenchmarks",
      ],
      packageAccess: false),
    // And what a new package has: each feature that is enabled below off, so that the code of the guide and of
    // the pages compiles there. `.ci/run guide` compiles it in Swift 5 mode, too.
    .testTarget(
      name: "MigrationGuideTests",
      dependencies: [
        "ObjectGraph", "ReferenceRedux", "ValueRedux", "ReduxBridge", "ReduxSessions",
        "ReduxBridgeTesting", "ValueReduxTesting", "ReduxBenchmarks",
        "NewsApp", "NewsAppBefore", "NewsModel", "NewsFeeds", "NewsReading", "NewsModelBefore",
        "NewsFeedsBefore", "CookbookBefore", "GardenBefore", "LibraryStores",
      ],
      packageAccess: false),
    // The settings of a package on the main actor by default, in Swift 5 mode.
    .testTarget(
      name: "XcodeDefaultsTests",
      dependencies: ["ObjectGraph", "ReferenceRedux", "ReduxBridge", "ValueRedux"],
      packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]),
    // The settings of an older project: each feature that is enabled below off.
    .testTarget(
      name: "SwiftFiveTests", dependencies: ["ReferenceRedux", "ReduxBridge"],
      packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)

// The package manager refuses settings for plugins.
let readers: Set = ["MigrationGuideTests", "XcodeDefaultsTests", "SwiftFiveTests"]
for target in package.targets where target.type != .plugin && !readers.contains(target.name) {
  target.swiftSettings = target.swiftSettings ?? []
  target.swiftSettings! += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
  // In Sources each unsafe use is marked, so that a new one is a decision.
  if target.type != .test, target.path?.hasPrefix("Tests/") != true {
    target.swiftSettings!.append(.strictMemorySafety())
  }
}

// A release build of the tests takes a third less time where the libraries alone are optimized.
if Context.environment["LANDBRIDGE_PLAIN_TESTS"] != nil {
  for target in package.targets {
    guard target.type == .test || target.path?.hasPrefix("Tests/") == true else { continue }
    target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
  }
}

// `LANDBRIDGE_TESTS=ValueReduxTests,ObjectGraphTests` leaves out what these test modules do not need:
// `swift test --filter` builds every test module.
if let names = Context.environment["LANDBRIDGE_TESTS"] {
  let all = Set(package.targets.map(\.name))
  var wanted = Set<String>()
  var next = names.split(separator: ",").map(String.init)
  while let name = next.popLast() {
    guard wanted.insert(name).inserted else { continue }
    guard all.contains(name) else { fatalError("LANDBRIDGE_TESTS: no target is named \(name)") }
    for target in package.targets where target.name == name {
      for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
    }
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products.removeAll()
}
