/// The server's tables. SQLite and PostgreSQL only differ in the names of two types and a table option.
///
/// The names begin with `sync_`, so that a PostgreSQL database can have other tables too. Times are in
/// milliseconds since 1970 in UTC.
enum ServerSchema {
    /// The version of the schema. A database with a higher version was written by a newer server.
    static let version = 1

    /// Returns the statements that create the tables.
    static func statements(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableSuffix)
        return [
            """
            CREATE TABLE sync_meta (name TEXT NOT NULL PRIMARY KEY, number \(integer) NOT NULL)\(end)
            """,
            // The key's public parts, which the first device sends. The bytes are the sum of the records' sizes, so that
            // the quota costs no scan.
            """
            CREATE TABLE sync_account (
                id \(integer) NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, created \(integer) NOT NULL,
                key_id TEXT, key_check TEXT, key_account TEXT, seq \(integer) NOT NULL, bytes \(integer) NOT NULL
            )\(end)
            """,
            """
            CREATE TABLE sync_device (
                id \(integer) NOT NULL PRIMARY KEY,
                account \(integer) NOT NULL REFERENCES sync_account (id) ON DELETE CASCADE,
                name TEXT NOT NULL, token TEXT NOT NULL UNIQUE, digest \(bytes) NOT NULL,
                created \(integer) NOT NULL, seen \(integer), revoked \(integer),
                UNIQUE (account, name)
            )\(end)
            """,
            // The body is the record's JSON. Its size in bytes has its own column, so that the server can
            // measure a page before reading it.
            """
            CREATE TABLE sync_record (
                account \(integer) NOT NULL REFERENCES sync_account (id) ON DELETE CASCADE,
                entity TEXT NOT NULL, id TEXT NOT NULL, seq \(integer) NOT NULL, size \(integer) NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (account, entity, id)
            )\(end)
            """,
            // The changes since a token are found with this index alone.
            """
            CREATE INDEX sync_record_changes ON sync_record (account, seq, entity, size)
            """,
            // The chain: the number of the last change of each writing transaction, with a random value.
            """
            CREATE TABLE sync_chain (
                account \(integer) NOT NULL REFERENCES sync_account (id) ON DELETE CASCADE,
                number \(integer) NOT NULL, value \(integer) NOT NULL, created \(integer) NOT NULL,
                PRIMARY KEY (account, number)
            )\(end)
            """,
            // The last batch of each node, by which copies of a store are detected.
            """
            CREATE TABLE sync_node (
                account \(integer) NOT NULL REFERENCES sync_account (id) ON DELETE CASCADE,
                node TEXT NOT NULL, batch TEXT NOT NULL,
                PRIMARY KEY (account, node)
            )\(end)
            """,
            "INSERT INTO sync_meta (name, number) VALUES ('version', \(version))",
        ]
    }

    /// A table that backups copy.
    struct Table: Sendable {
        let name: String
        /// The columns. Those of the primary key come first.
        let columns: [String]
        /// The number of columns of the primary key.
        let keyLength: Int
    }

    /// The tables in the order of their foreign keys.
    static let tables = [
        Table(
            name: "sync_account",
            columns: ["id", "name", "created", "key_id", "key_check", "key_account", "seq", "bytes"],
            keyLength: 1),
        Table(
            name: "sync_device",
            columns: ["id", "account", "name", "token", "digest", "created", "seen", "revoked"],
            keyLength: 1),
        Table(
            name: "sync_record", columns: ["account", "entity", "id", "seq", "size", "body"], keyLength: 3),
        Table(name: "sync_chain", columns: ["account", "number", "value", "created"], keyLength: 2),
        Table(name: "sync_node", columns: ["account", "node", "batch"], keyLength: 2),
    ]
}
