import Foundation
import Glibc
import Synchronization

extension TemporaryDirectory {
    /// Returns a copy of a directory that is prepared once for all tests of the process.
    ///
    /// ```swift
    /// let home = try TemporaryDirectory.copy(of: "a home with a book") { home in
    ///     try run(program, ["add", "Solaris", "Lem"], environment: home.environment())
    /// }
    /// ```
    /// The prepared files must not contain the directory's path, and no process may still have one open.
    /// Modes and symbolic links are copied unchanged.
    ///
    /// - Parameters:
    ///   - name: The preparation's name, unique within the test file.
    ///   - file: The test file.
    ///   - prepare: Fills an empty directory at the first request for the name.
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

    /// Copies the directory. No process may change it meanwhile.
    public func copy() throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        for entry in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.copyItem(atPath: file(entry), toPath: copy.file(entry))
        }
        return copy
    }

    /// Deletes the directory when the process ends. Global variables aren't released then.
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

private let prepared = OnceCache<String, TemporaryDirectory>()
private let kept = Mutex<[String]>([])
