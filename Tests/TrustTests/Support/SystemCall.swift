/// A system call that a fault can affect. The raw value is the call's name in the fault injector.
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
    /// A memory allocation by SQLite, which isn't a system call.
    case allocate = "malloc"

    /// The calls that change the disk.
    static let changes: [SystemCall] = [
        .write, .synchronize, .truncate, .rename, .link, .unlink, .makeDirectory,
    ]
}
