import Glibc
import Shell

/// The input as an unnamed file in memory. Importers can open it like any other file.
enum InputInMemory {
    private static let descriptor: Int32 = {
        var path = Array("/dev/shm/fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        unlink(path)
        return descriptor
    }()

    /// Returns the file. It contains this input until the next call.
    static func file(_ start: UnsafePointer<UInt8>, _ count: Int) -> InputFile? {
        ftruncate(descriptor, 0)
        guard pwrite(descriptor, start, count, 0) == count else { return nil }
        return try? InputFile(path: "/proc/self/fd/\(descriptor)", relativeTo: "/")
    }
}
