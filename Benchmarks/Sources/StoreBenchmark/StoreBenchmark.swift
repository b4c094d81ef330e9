import Foundation
import Measuring

/// Measures ModelData against SQLite's C functions and GRDB's records.
///
/// ```
/// StoreBenchmark [--rows N]… [--rounds N] [--only NAME] [--without-records]
/// StoreBenchmark memory [--rows N]
/// StoreBenchmark once raw|model OPERATION [--rows N]
/// StoreBenchmark parts raw|model [--rows N]
/// ```
///
/// `once` is for a profiler. It runs a single subject, and each operation up to OPERATION once. `parts` is for
/// `budgets.py`. It runs all operations of a subject once, and each is a part of the measurement.
@main
struct StoreBenchmark {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func take(_ option: String) -> String? {
            guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
                return nil
            }
            defer { arguments.removeSubrange(index...index + 1) }
            return arguments[index + 1]
        }
        func flag(_ option: String) -> Bool {
            guard let index = arguments.firstIndex(of: option) else { return false }
            arguments.remove(at: index)
            return true
        }
        var sizes: [Int] = []
        while let size = take("--rows").flatMap({ Int($0) }) { sizes.append(size) }
        let rounds = take("--rounds").flatMap { Int($0) } ?? 7
        let filter = take("--only")
        var subjects: [(name: String, type: any Subject.Type)] = [
            ("raw", RawSubject.self), ("ModelData", ModelSubject.self), ("GRDB", RecordSubject.self),
        ]
        if flag("--without-records") { subjects.removeLast() }
        switch arguments.first {
        case nil:
            for size in sizes.isEmpty ? [10_000, 100_000] : sizes {
                try Comparison(rows: size, rounds: rounds, subjects: subjects, filter: filter).run()
            }
        case "memory": try memory(rows: sizes.first ?? 1_000_000)
        case "enumerate" where arguments.count == 2:
            try PeakMemory.enumerate(URL(filePath: arguments[1]))
        case "once" where arguments.count == 3:
            try once(arguments[1], arguments[2], rows: sizes.first ?? 10_000)
        case "parts" where arguments.count == 2:
            try parts(arguments[1], rows: sizes.first ?? 10_000)
        default:
            FileHandle.standardError.write(Data("not understood: \(arguments.joined(separator: " "))\n".utf8))
            exit(64)
        }
    }

    /// Fills a store. Then measures the memory of a separate process that enumerates the store's rows.
    private static func memory(rows: Int) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "StoreBenchmark-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appending(path: "memory.store")
        try PeakMemory.prepare(store, rows: rows)
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["enumerate", store.path]
        try process.run()
        process.waitUntilExit()
    }

    private static func once(_ subject: String, _ operation: String, rows: Int) throws {
        try with(subject) { store in
            for step in Operation.all(rows: rows) {
                try step.prepare(store)
                if step.name != operation {
                    _ = try step.run(store)
                    continue
                }
                try measured(step, store)
                return
            }
        }
    }

    /// Runs all operations once. Preparing an operation is a part of its own.
    private static func parts(_ subject: String, rows: Int) throws {
        try with(subject) { store in
            for step in Operation.all(rows: rows) {
                try step.prepare(store)
                endPart("prepare")
                _ = try step.run(store)
                endPart(step.name)
            }
        }
    }

    /// Calls a closure with an empty store of a subject.
    private static func with(_ subject: String, _ body: (any Subject) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "StoreBenchmark-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(subject == "raw" ? RawSubject(folder: folder) : ModelSubject(folder: folder))
    }

    /// Runs an operation in its own function, so that a profiler shows it.
    @inline(never)
    private static func measured(_ step: Operation, _ store: any Subject) throws {
        _ = try step.run(store)
    }
}
