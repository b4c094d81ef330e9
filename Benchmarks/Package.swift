// swift-tools-version: 6.1

import PackageDescription

// A separate package, so that the benchmarks' dependencies aren't dependencies of the project.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "TerminalSuite", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: [
                .product(name: "ModelData", package: "TerminalSuite"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "CollationBenchmark",
            dependencies: [.product(name: "Localization", package: "TerminalSuite")]),
    ],
    swiftLanguageModes: [.v6]
)
