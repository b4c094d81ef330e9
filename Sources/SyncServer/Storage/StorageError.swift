/// What can go wrong with the storage, whichever it is.
enum StorageError: Error, Hashable {
    /// The database can't be reached or opened, or it broke off; the same request can be sent again.
    case unavailable(String)
    /// A statement failed: a mistake of the server, or a database that somebody else has changed.
    case failed(code: String, String)
    /// What was read is not what the server writes.
    case unreadable(String)
    /// The file is damaged, as the database says.
    case damaged(String, String)
    /// What another file of that name kept beside itself lies there, and would be written over the file.
    case othersLog(String)
    /// The database belongs to something else.
    case foreign(String)
    /// The database was written by a newer server.
    case newer(version: Int)
    /// PostgreSQL's client library, or a function of it, is missing.
    case libraryMissing(String)
    /// The database was never set up.
    case missing(String)
}
