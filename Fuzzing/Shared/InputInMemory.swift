import Glibc
import Shell

/// The input as a file in memory without a name, which importers open as they open any file.
enum InputInMemory {
    private static let descriptor: Int32 = {
        var path = Array("/dev/shm/fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        unlink(path)
        return descriptor
    }()

    /// The file, which holds the input until the next one comes.
    static func file(_ start: UnsafePointer<UInt8>, _ count: Int) -> InputFile? {
        ftruncate(descriptor, 0)
        guard pwrite(descriptor, start, count, 0) == count else { return nil }
        return try? InputFile(path: "/proc/self/fd/\(descriptor)", relativeTo: "/")
    }
}
