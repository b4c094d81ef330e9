/// A kind of system call that a fault can strike, by the name that the fault injector knows.
enum SystemCall: String, CaseIterable {
    case open
    case write
    /// `fsync` and `fdatasync`.
    case synchronize = "fsync"
    case truncate = "ftruncate"
    case rename
    case link
    case unlink
    case makeDirectory = "mkdir"
    /// No system call: SQLite asks for memory.
    case allocate = "malloc"

    /// The calls that change something on the disk.
    static let changes: [SystemCall] = [
        .write, .synchronize, .truncate, .rename, .link, .unlink, .makeDirectory,
    ]
}
