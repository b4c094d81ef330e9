/// An error of the storage.
enum StorageError: Error, Hashable {
    /// The database can't be opened, or the connection broke. A client can send the same request again.
    case unavailable(String)
    /// A statement failed. The cause is a bug in the server, or another program that changed the tables.
    case failed(code: String, String)
    /// A value doesn't have the format that the server writes.
    case unreadable(String)
    /// The file is damaged: its path and the database's message.
    case damaged(String, String)
    /// A log or journal of an earlier file exists beside the file. SQLite would apply it to the present file.
    case orphanedLog(String)
    /// The database belongs to another program.
    case foreign(String)
    /// The database was written by a newer server.
    case newer(version: Int)
    /// The address of the database can't be read, or contains unescaped special characters.
    case address
    /// PostgreSQL's client library is missing, or it lacks a function.
    case libraryMissing(String)
    /// The file doesn't exist.
    case missing(String)
}
