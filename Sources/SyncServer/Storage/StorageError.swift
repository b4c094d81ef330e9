/// An error of the storage.
enum StorageError: Error, Hashable {
    /// The database can't be opened, or the connection broke. The same request can be sent again.
    case unavailable(String)
    /// A statement failed, because of a bug in the server or tables that were changed by another program.
    case failed(code: String, String)
    /// A value doesn't have the format that the server writes.
    case unreadable(String)
    /// The file is damaged: its path and the database's message.
    case damaged(String, String)
    /// A log or journal of an earlier file exists, which SQLite would apply to the file.
    case orphanedLog(String)
    /// The database belongs to another program.
    case foreign(String)
    /// The database was written by a newer server.
    case newer(version: Int)
    /// PostgreSQL's client library, or a function of it, is missing.
    case libraryMissing(String)
    /// The file doesn't exist.
    case missing(String)
}
