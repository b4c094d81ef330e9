import Foundation
import TestSupport

/// The compiler's diagnostics for a source that uses ModelData.
///
/// The macros are tested through the compiler, as in use. A test that links their code would build
/// the package's other tests a second time for the host.
struct CompilerRun {
    /// An error or a warning at a position of the source.
    struct Diagnostic: Hashable, CustomStringConvertible {
        let line: Int
        let column: Int
        let message: String

        var description: String { "\(line):\(column): \(message)" }
    }

    /// The errors and warnings in the source itself, in order.
    let diagnostics: [Diagnostic]
    /// The compiler's complete output.
    let log: String

    /// Compiles a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - module: The module that a separate line before the source imports; `nil` if the source shows its imports.
    ///   - options: Further options of the compiler.
    ///   - languageMode: The version of the Swift language: 5 or 6.
    init(
        _ source: String, importing module: String? = "ModelData", options: [String] = [],
        languageMode: Int = 6
    ) throws {
        let directory = try TemporaryDirectory()
        let head = module.map { "import \($0)\n" } ?? ""
        let path = try directory.write(head + source, to: "Source.swift")
        let result = try Self.compile(
            [path, "-typecheck"] + options, languageMode: languageMode, in: directory)
        log = result.stderr
        diagnostics = result.stderr.split(separator: "\n").compactMap {
            Self.diagnostic($0, path: path, linesBefore: module == nil ? 0 : 1)
        }
    }

    /// Returns what a program prints that uses ModelData: compiles it as it is, links it, and runs it.
    static func output(of source: String) throws -> String {
        let directory = try TemporaryDirectory()
        let path = try directory.write(source, to: "main.swift")
        let program = directory.file("program")
        let list = try products.appending(path: "mybooks.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("/ModelData.build/") || $0.contains("/Basics.build/") }.map(String.init)
        let result = try compile([path, "-o", program] + objects, languageMode: 6, in: directory)
        guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
        return try run(program, environment: directory.environment()).stdout
    }

    /// The directory of the built modules.
    private static var products: URL {
        get throws {
            URL(fileURLWithPath: try ProgramUnderTest.path("ModelDataMacros-tool"))
                .resolvingSymlinksInPath().deletingLastPathComponent()
        }
    }

    /// Runs the compiler with the modules of this package.
    private static func compile(
        _ arguments: [String], languageMode: Int, in directory: TemporaryDirectory
    ) throws -> ProcessResult {
        let products = try products
        let build = products.deletingLastPathComponent().deletingLastPathComponent()
        let sources = build.deletingLastPathComponent().appending(path: "Sources")
        return try run(
            "/usr/bin/env",
            [
                "swiftc", "-swift-version", "\(languageMode)",
                "-I", products.appending(path: "Modules").path,
                "-I", sources.appending(path: "ModelDataSQLite").path,
                "-I", sources.appending(path: "CReadline").path,
                "-I", products.appending(path: "CurlLoader.build").path,
                "-load-plugin-executable",
                "\(products.appending(path: "ModelDataMacros-tool").path)#ModelDataMacros",
                "-module-cache-path", try headers.get().path,
            ] + arguments,
            stdin: "", environment: directory.environment(), workingDirectory: directory.path)
    }

    /// The module cache, which all runs share. Compiling the headers of the C library takes most of a run's
    /// time.
    private static let headers: Result<TemporaryDirectory, any Error> = Result {
        let directory = try TemporaryDirectory()
        atexit { try? FileManager.default.removeItem(atPath: CompilerRun.headers.get().path) }
        return directory
    }

    private static func diagnostic(
        _ text: Substring, path: String, linesBefore: Int
    ) -> Diagnostic? {
        guard text.hasPrefix(path + ":") else { return nil }
        let parts = text.dropFirst(path.count + 1).split(separator: ":", maxSplits: 3)
        guard parts.count == 4, let line = Int(parts[0]), let column = Int(parts[1]) else { return nil }
        let origin = " (from macro '"
        let message = parts[3].dropFirst()
        let end = message.range(of: origin)?.lowerBound ?? message.endIndex
        return Diagnostic(line: line - linesBefore, column: column, message: String(message[..<end]))
    }
}
