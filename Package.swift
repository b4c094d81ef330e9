// swift-tools-version: 6.1

import CompilerPluginSupport
import PackageDescription

// The condition of dependencies that only syncserver needs.
let forServer = TargetDependencyCondition.when(traits: ["Server"])

let package = Package(
    name: "TerminalSuite",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ModelData", targets: ["ModelData"]),
        .library(name: "StoreMaintenance", targets: ["StoreMaintenance"]),
        .library(name: "Localization", targets: ["Localization"]),
        // Embeds the string tables of another package.
        .plugin(name: "EmbedLocalizations", targets: ["EmbedLocalizations"]),
        .library(name: "Shell", targets: ["Shell"]),
        .library(name: "SyncProtocol", targets: ["SyncProtocol"]),
        .library(name: "Sync", targets: ["Sync"]),
        .library(name: "ProgramKit", targets: ["ProgramKit"]),
        .executable(name: "mybooks", targets: ["MyBooks"]),
        .executable(name: "itour", targets: ["ITour"]),
        .executable(name: "moonshot", targets: ["Moonshot"]),
        .executable(name: "portfolio", targets: ["Portfolio"]),
        .executable(name: "syncserver", targets: ["SyncServerExecutable"]),
    ],
    traits: [
        // A package that needs only the libraries disables the traits: SwiftPM then fetches swift-syntax alone.
        .trait(name: "Server", description: "Builds syncserver, which needs Hummingbird and GRDB."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        // The newest major version, and earlier ones for packages whose other macros need them.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
        // Used by syncserver and StoreBenchmark only.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Used by syncserver only.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
    ],
    targets: [
        // ModelDataMacros: `@Model` and its companions.
        .macro(
            name: "ModelDataMacros",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ]
        ),

        // Basics: the version, SHA-256, UUIDs as text, listings of directories.
        .target(name: "Basics"),

        // ModelDataSQLite: the system's SQLite.
        .systemLibrary(name: "ModelDataSQLite", providers: [.apt(["libsqlite3-dev"])]),

        // ModelData: SwiftData's API over SQLite.
        .target(
            name: "ModelData", dependencies: ["Basics", "ModelDataMacros", "ModelDataSQLite"]),
        .testTarget(
            name: "ModelDataTests", dependencies: ["Basics", "ModelData", "ModelDataSQLite", "TestSupport"]),
        // Depends on ModelData instead of the macro target, which would build every test a second time for the host.
        .testTarget(name: "ModelDataMacrosTests", dependencies: ["ModelData", "TestSupport"]),

        // StoreMaintenance: backup, restore and repair of stores.
        .target(name: "StoreMaintenance", dependencies: ["Basics", "ModelData", "ModelDataSQLite"]),
        .testTarget(
            name: "StoreMaintenanceTests", dependencies: ["ModelData", "StoreMaintenance", "TestSupport"]),

        // Localization: string tables, and the plugin that embeds them into the library.
        .executableTarget(name: "LocalizationEmbedder"),
        .plugin(
            name: "EmbedLocalizations", capability: .buildTool(),
            dependencies: ["LocalizationEmbedder"], path: "Sources/EmbedLocalizations"),
        .target(
            name: "Localization", dependencies: ["Basics"], path: "Localization/Sources",
            plugins: ["EmbedLocalizations"]),
        // EmbedFiles: embeds the files of a program's `Data` folder into the program.
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["LocalizationEmbedder"],
            path: "Sources/EmbedFiles"),
        .testTarget(
            name: "LocalizationTests", dependencies: ["Basics", "Localization", "TestSupport"],
            exclude: ["Fixtures"]),

        // Shell: lines, grammar, output.
        .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
        .target(name: "Shell", dependencies: ["Basics", "CReadline", "Localization"]),
        .testTarget(name: "ShellTests", dependencies: ["Shell", "Localization", "TestSupport"]),

        // Formats: streaming readers of CSV, JSON and XML.
        .target(name: "Formats", dependencies: ["Basics", "Localization"]),
        .testTarget(name: "FormatsTests", dependencies: ["Formats", "Localization", "Shell", "TestSupport"]),

        // SyncProtocol: the messages between client and server.
        .target(name: "SyncProtocol"),
        .testTarget(name: "SyncProtocolTests", dependencies: ["SyncProtocol", "TestSupport"]),

        // CurlLoader: HTTP requests with libcurl, which is loaded at the first request.
        .target(name: "CurlLoader"),

        // Sync: synchronization.
        .target(
            name: "Sync", dependencies: ["ModelData", "StoreMaintenance", "SyncProtocol", "CurlLoader"]),
        .testTarget(
            name: "SyncTests",
            dependencies: [
                "Sync", "SyncProtocol", "SyncServer", "ModelData", "ModelDataSQLite", "StoreMaintenance",
                "TestSupport",
            ]),

        // ProgramKit: the code that the programs share.
        .target(
            name: "ProgramKit",
            dependencies: [
                "ModelData", "ModelDataSQLite", "StoreMaintenance", "Shell", "Formats", "Sync",
                "SyncProtocol",
                "Localization", "Basics",
            ]),
        .testTarget(
            name: "ProgramKitTests",
            dependencies: ["ProgramKit", "Localization", "ModelData", "Shell", "Sync", "TestSupport"]),

        // The programs.
        .executableTarget(
            name: "MyBooks",
            dependencies: ["Basics", "Formats", "Localization", "ModelData", "Shell", "ProgramKit", "Sync"]),
        .testTarget(
            name: "MyBooksTests",
            dependencies: ["MyBooks", "Localization", "ModelData", "Shell", "ProgramKit", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .executableTarget(
            name: "ITour",
            dependencies: ["Basics", "Formats", "Localization", "ModelData", "Shell", "ProgramKit", "Sync"],
            exclude: ["Data", "Scripts"], plugins: ["EmbedFiles"]),
        .testTarget(
            name: "ITourTests",
            dependencies: [
                "Formats", "ITour", "Localization", "ModelData", "ModelDataSQLite", "Shell", "ProgramKit",
                "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .executableTarget(
            name: "Moonshot", dependencies: ["Formats", "Localization", "ModelData", "Shell", "ProgramKit"],
            exclude: ["Data"], plugins: ["EmbedFiles"]),
        .testTarget(
            name: "MoonshotTests",
            dependencies: ["Moonshot", "Localization", "ModelData", "Shell", "ProgramKit", "TestSupport"],
            exclude: ["Fixtures"]),
        .executableTarget(
            name: "Portfolio",
            dependencies: ["Basics", "Formats", "Localization", "ModelData", "Shell", "ProgramKit", "Sync"],
            exclude: ["Data"], plugins: ["EmbedFiles"]),
        .testTarget(
            name: "PortfolioTests",
            dependencies: ["Portfolio", "Localization", "ModelData", "Shell", "ProgramKit", "TestSupport"],
            exclude: ["Fixtures"]),

        // SyncServer: the synchronization server, and its executable.
        .target(
            name: "SyncServer",
            dependencies: [
                "Basics", "Localization", "Shell", "SyncProtocol",
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: forServer),
                .product(name: "Hummingbird", package: "hummingbird", condition: forServer),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: forServer),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: forServer),
            ], exclude: ["Executable"]),
        .executableTarget(
            name: "SyncServerExecutable", dependencies: ["SyncServer"], path: "Sources/SyncServer/Executable"),
        .testTarget(
            name: "SyncServerTests",
            dependencies: [
                "SyncServer", "SyncProtocol", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
            ],
            resources: [.copy("Fixtures")]),

        // TestSupport: code that the tests share, and SQLite's settings for the test process.
        .target(
            name: "SQLiteSettings", path: "Tests/SQLiteSettings", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "TestSupport", dependencies: ["ModelDataSQLite", "SQLiteSettings"], path: "Tests/Support"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),

        // EndToEndTests: drive the built programs at a terminal. The dependencies make SwiftPM build the programs.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "MyBooks", "ITour", "Moonshot", "Portfolio", "ModelData", "SyncProtocol", "TestSupport",
            ],
            exclude: ["Fixtures"], resources: [.copy("Transcripts")]),

        // RandomSequenceTests: run commands of the programs in the test process, also random ones beside a simple model.
        .testTarget(
            name: "RandomSequenceTests",
            dependencies: [
                "MyBooks", "ITour", "Moonshot", "Portfolio", "Localization", "ModelData", "ModelDataSQLite",
                "Shell", "ProgramKit", "TestSupport",
            ]),

        // TrustTests: kill the programs, simulate power cuts and fail system calls.
        .testTarget(
            name: "TrustTests",
            dependencies: [
                "MyBooks", "ITour", "Moonshot", "Portfolio", "SyncServer", "ModelData", "ModelDataSQLite",
                "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// The benchmarks are no products. They are built only on demand, so that other builds don't wait for them. They share
// the modules of the programs' build:
//
//     BENCHMARKS=1 swift build -c release --static-swift-stdlib --product StoreBenchmark
if Context.environment["BENCHMARKS"] == "1" {
    package.targets += [
        .target(name: "Measuring", path: "Benchmarks/Sources/Measuring"),
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: [
                "Measuring", "ModelData",
                .product(name: "GRDB", package: "GRDB.swift", condition: forServer),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: forServer),
            ], path: "Benchmarks/Sources/StoreBenchmark"),
        .executableTarget(
            name: "CollationBenchmark", dependencies: ["Localization"],
            path: "Benchmarks/Sources/CollationBenchmark"),
        .executableTarget(
            name: "SyncBenchmark",
            dependencies: ["Measuring", "ModelData", "Sync", "SyncProtocol", "SyncServer"],
            path: "Benchmarks/Sources/SyncBenchmark"),
    ]
}
