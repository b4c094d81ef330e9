import Foundation
import Glibc

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
        removeAtExit
        let original = try prepared.value("\(file): \(name)") {
            let made = try TemporaryDirectory()
            try prepare(made)
            return made
        }
        let copy = try TemporaryDirectory()
        for entry in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            try FileManager.default.copyItem(atPath: original.file(entry), toPath: copy.file(entry))
        }
        return copy
    }
}

private let prepared = OnceForEach<String, TemporaryDirectory>()

/// What a global variable holds is not released where a process ends.
private let removeAtExit: Void = { _ = atexit { prepared.removeAll() } }()
