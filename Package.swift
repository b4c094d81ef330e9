// swift-tools-version: 6.1

import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "TerminalSuite",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ModelData", targets: ["ModelData"]),
        .library(name: "Localization", targets: ["Localization"]),
        .library(name: "Shell", targets: ["Shell"]),
        .library(name: "SyncProtocol", targets: ["SyncProtocol"]),
        .library(name: "Sync", targets: ["Sync"]),
        .library(name: "Suite", targets: ["Suite"]),
        .executable(name: "mybooks", targets: ["MyBooks"]),
        .executable(name: "itour", targets: ["ITour"]),
        .executable(name: "moonshot", targets: ["Moonshot"]),
        .executable(name: "portfolio", targets: ["Portfolio"]),
        .executable(name: "syncserver", targets: ["SyncServer"]),
        // Not for other packages: the tests load it into the programs, which takes a library of its own.
        .library(name: "FaultInjector", type: .dynamic, targets: ["FaultInjector"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        // Nothing but the server stands on this one.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
    ],
    targets: [
        // ModelDataMacros: `@Model` and what belongs to it.
        .macro(
            name: "ModelDataMacros",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ]
        ),

        // Digest: SHA-256, for what ModelData keeps in files and for the secrets of synchronizing.
        .target(name: "Digest"),

        // Identifiers: UUIDs as text, for ModelData and for the readers of files.
        .target(name: "Identifiers"),

        // ModelData: SwiftData's API over SQLite.
        .target(
            name: "ModelData",
            dependencies: [
                "Digest", "Identifiers", "ModelDataMacros",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "ModelDataTests",
            dependencies: ["Digest", "ModelData", .product(name: "GRDBSQLite", package: "GRDB.swift")]),
        // Not a dependent of the macro itself: that would build every test a second time, for the compiler's side.
        .testTarget(name: "ModelDataMacrosTests", dependencies: ["ModelData", "TestSupport"]),

        // Localization: words, and the plugin that builds the string tables into the library.
        .executableTarget(name: "LocalizationEmbedder"),
        .plugin(
            name: "EmbedLocalizations", capability: .buildTool(),
            dependencies: ["LocalizationEmbedder"], path: "Sources/EmbedLocalizations"),
        .target(name: "Localization", path: "Localization/Sources", plugins: ["EmbedLocalizations"]),
        // EmbedFiles: builds the files of a program's `Data` folder into it.
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["LocalizationEmbedder"],
            path: "Sources/EmbedFiles"),
        .testTarget(name: "LocalizationTests", dependencies: ["Localization", "TestSupport"]),

        // Shell: lines, grammar, output.
        .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
        .target(name: "Shell", dependencies: ["CReadline", "Localization"]),
        .testTarget(name: "ShellTests", dependencies: ["Shell", "Localization", "TestSupport"]),

        // Formats: readers of CSV, JSON and XML as streams.
        .target(name: "Formats", dependencies: ["Identifiers", "Localization"]),
        .testTarget(name: "FormatsTests", dependencies: ["Formats", "Localization", "Shell", "TestSupport"]),

        // SyncProtocol: what client and server say to each other.
        .target(name: "SyncProtocol"),
        .testTarget(name: "SyncProtocolTests", dependencies: ["SyncProtocol", "TestSupport"]),

        // CurlLoader: libcurl for Foundation's URLSession, loaded when it is first used. The empty library in `link`
        // answers the name that Foundation's static libraries ask the linker for.
        .target(
            name: "CurlLoader", exclude: ["link"],
            linkerSettings: [.unsafeFlags(["-L\(Context.packageDirectory)/Sources/CurlLoader/link"])]),

        // Sync: streaming import and synchronization.
        .target(name: "Sync", dependencies: ["ModelData", "SyncProtocol", "Formats", "CurlLoader"]),
        .testTarget(
            name: "SyncTests",
            dependencies: ["Sync", "SyncProtocol", "SyncServer", "ModelData", "Formats", "TestSupport"]),

        // Suite: what the programs have in common.
        .target(
            name: "Suite",
            dependencies: [
                "ModelData", "Shell", "Formats", "Sync", "SyncProtocol", "Localization", "Digest",
            ]),
        .testTarget(
            name: "SuiteTests", dependencies: ["Suite", "Localization", "ModelData", "Shell", "TestSupport"]),

        // The programs.
        .executableTarget(
            name: "MyBooks", dependencies: ["Formats", "Localization", "ModelData", "Shell", "Suite", "Sync"]),
        .testTarget(
            name: "MyBooksTests", dependencies: ["MyBooks", "Localization", "ModelData", "Shell", "Suite"],
            resources: [.copy("Fixtures")]),
        .executableTarget(
            name: "ITour", dependencies: ["Formats", "Localization", "ModelData", "Shell", "Suite", "Sync"]),
        .testTarget(
            name: "ITourTests",
            dependencies: [
                "ITour", "Localization", "ModelData", "Shell", "Suite", "TestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            // Stores that versions of the program wrote, which TrustTests open.
            exclude: ["Fixtures"]),
        .executableTarget(
            name: "Moonshot", dependencies: ["Formats", "Localization", "ModelData", "Shell", "Suite"],
            exclude: ["Data"], plugins: ["EmbedFiles"]),
        .testTarget(
            name: "MoonshotTests",
            dependencies: ["Moonshot", "Localization", "ModelData", "Shell", "Suite", "TestSupport"],
            exclude: ["Fixtures"]),
        .executableTarget(
            name: "Portfolio",
            dependencies: ["Formats", "Localization", "ModelData", "Shell", "Suite", "Sync"],
            exclude: ["Data"], plugins: ["EmbedFiles"]),
        .testTarget(
            name: "PortfolioTests",
            dependencies: ["Portfolio", "Localization", "ModelData", "Shell", "Suite", "TestSupport"],
            exclude: ["Fixtures"]),

        // SyncServer: the server that synchronizers talk to.
        .executableTarget(
            name: "SyncServer",
            dependencies: [
                "Digest", "Localization", "Shell", "SyncProtocol",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
            ]),
        .testTarget(
            name: "SyncServerTests",
            dependencies: [
                "SyncServer", "SyncProtocol", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")]),

        // TestSupport: what tests share; with it, what their process asks of SQLite when it starts.
        .target(
            name: "SQLiteSettings", path: "Tests/SQLiteSettings", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "TestSupport", dependencies: ["SQLiteSettings"], path: "Tests/Support"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),

        // EndToEndTests: the built programs at a terminal. They are dependencies so that they are built.
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["MyBooks", "ITour", "Moonshot", "Portfolio", "ModelData", "TestSupport"],
            resources: [.copy("Transcripts")]),

        // RandomSequenceTests: random commands against simple models of what the programs should hold.
        .testTarget(
            name: "RandomSequenceTests",
            dependencies: [
                "MyBooks", "ITour", "Moonshot", "Portfolio", "Localization", "ModelData", "Shell", "Suite",
                "TestSupport",
            ]),

        // TrustTests: they kill the programs, cut their power and fail their system calls.
        .target(name: "FaultInjector", path: "Tests/FaultInjector"),
        .testTarget(
            name: "TrustTests",
            dependencies: [
                "MyBooks", "ITour", "Moonshot", "Portfolio", "SyncServer", "ModelData", "TestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
