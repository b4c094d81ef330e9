import Foundation
import Glibc
import Synchronization

extension TemporaryDirectory {
    /// A directory of the test's own with what is prepared once for all tests of the process that ask for it.
    ///
    /// ```swift
    /// let home = try TemporaryDirectory.copy(of: "a home with a book") { home in
    ///     try run(program, ["add", "Solaris", "Lem"], environment: home.environment())
    /// }
    /// ```
    /// What is prepared must know nothing of the directory's path, and nobody may still have a file of it open. Modes and
    /// symbolic links are copied as they are.
    ///
    /// - Parameters:
    ///   - name: What tells it from other preparations of the same file of tests.
    ///   - file: The file of tests.
    ///   - prepare: Fills an empty directory, when the name is first asked for.
    public static func copy(
        of name: String, file: String = #fileID, preparedBy prepare: (TemporaryDirectory) throws -> Void
    ) throws -> TemporaryDirectory {
        let original = try prepared.value("\(file): \(name)") {
            let made = try TemporaryDirectory()
            made.removeAtExit()
            try prepare(made)
            return made
        }
        return try original.copy()
    }

    /// A directory of its own with all that this one has. Nobody may change that meanwhile.
    public func copy() throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        for entry in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.copyItem(atPath: file(entry), toPath: copy.file(entry))
        }
        return copy
    }

    /// Has the directory removed when the process ends, for whoever holds it until then: what a global variable holds is
    /// not released there.
    public func removeAtExit() {
        kept.withLock { paths in
            if paths.isEmpty {
                atexit {
                    for path in kept.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
                }
            }
            paths.append(path)
        }
    }
}

private let prepared = OnceForEach<String, TemporaryDirectory>()
private let kept = Mutex<[String]>([])
