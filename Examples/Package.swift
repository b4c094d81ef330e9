// swift-tools-version: 6.1

import PackageDescription

// The examples use the package in the folder above. `.ci/examples` sets TERMINAL_SUITE_URL to build them with a tagged
// version from a Git address, as other packages do.
let suite: Package.Dependency
if let url = Context.environment["TERMINAL_SUITE_URL"] {
    suite = .package(url: url, from: "1.0.0", traits: [])
} else {
    suite = .package(name: "terminal-suite", path: "..", traits: [])
}

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "terminal-suite") }

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "Server", description: "Builds the server Visits, which needs Hummingbird.")
    ],
    dependencies: [
        suite,
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
    ],
    targets: [
        // A command-line tool in thirty lines.
        .executableTarget(name: "Reader", dependencies: [product("ModelData")]),
        // A library with models, and its tests with containers in memory.
        .target(name: "Reading", dependencies: [product("ModelData")]),
        .testTarget(name: "ReadingTests", dependencies: ["Reading", product("ModelData")]),
        // A store of version 1 that is migrated to version 3.
        .executableTarget(name: "Migration", dependencies: [product("ModelData")]),
        // Backup, check and restore of a store.
        .executableTarget(
            name: "Backups", dependencies: [product("ModelData"), product("StoreMaintenance")]),
        // Two stores that are synchronized.
        .executableTarget(
            name: "Devices", dependencies: [product("ModelData"), product("Sync"), product("SyncProtocol")]),
        // A program with a prompt, and its own string tables.
        .executableTarget(
            name: "Todo", dependencies: [product("Localization"), product("ModelData"), product("Shell")],
            plugins: [.plugin(name: "EmbedLocalizations", package: "terminal-suite")]),
        // A server on Hummingbird.
        .executableTarget(
            name: "Visits",
            dependencies: [
                product("ModelData"),
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
