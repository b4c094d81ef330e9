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

    /// Compiles a source after adding the imports on a separate line.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - options: Further options of the compiler.
    ///   - languageMode: The version of the Swift language: 5 or 6.
    init(_ source: String, options: [String] = [], languageMode: Int = 6) throws {
        let macros = try ProgramUnderTest.path("ModelDataMacros-tool")
        let products = URL(fileURLWithPath: macros).resolvingSymlinksInPath().deletingLastPathComponent()
        let build = products.deletingLastPathComponent().deletingLastPathComponent()
        let sources = build.deletingLastPathComponent().appending(path: "Sources")
        let directory = try TemporaryDirectory()
        let path = try directory.write("import Foundation; import ModelData\n" + source, to: "Source.swift")
        let result = try run(
            "/usr/bin/env",
            [
                "swiftc", "-typecheck", "-swift-version", "\(languageMode)",
                "-I", products.appending(path: "Modules").path,
                "-I", sources.appending(path: "ModelDataSQLite").path,
                "-I", sources.appending(path: "CReadline").path,
                "-I", products.appending(path: "CurlLoader.build").path,
                "-load-plugin-executable", "\(macros)#ModelDataMacros",
                "-module-cache-path", try Self.headers.get().path,
            ] + options + [path],
            stdin: "", environment: directory.environment(), workingDirectory: directory.path)
        log = result.stderr
        diagnostics = result.stderr.split(separator: "\n").compactMap { Self.diagnostic($0, path: path) }
    }

    /// The module cache, which all runs share. Compiling the headers of the C library takes most of a run's
    /// time.
    private static let headers: Result<TemporaryDirectory, any Error> = Result {
        let directory = try TemporaryDirectory()
        atexit { try? FileManager.default.removeItem(atPath: CompilerRun.headers.get().path) }
        return directory
    }

    private static func diagnostic(_ text: Substring, path: String) -> Diagnostic? {
        guard text.hasPrefix(path + ":") else { return nil }
        let parts = text.dropFirst(path.count + 1).split(separator: ":", maxSplits: 3)
        guard parts.count == 4, let line = Int(parts[0]), let column = Int(parts[1]) else { return nil }
        let origin = " (from macro '"
        let message = parts[3].dropFirst()
        let end = message.range(of: origin)?.lowerBound ?? message.endIndex
        return Diagnostic(line: line - 1, column: column, message: String(message[..<end]))
    }
}
