/// The tables, the same in every database but for the names of two types.
///
/// The names begin with `sync_`, so that a PostgreSQL database can hold other things too. Times are milliseconds since
/// 1970 in UTC.
enum Schema {
    /// The number of the schema. A database with a greater one was written by a newer server.
    static let version = 1

    /// What makes the tables, statement by statement.
    static func statements(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableSuffix)
        return [
            """
            CREATE TABLE sync_meta (name TEXT NOT NULL PRIMARY KEY, number \(integer) NOT NULL)\(end)
            """,
            """
            CREATE TABLE sync_account (
                id \(integer) NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, created \(integer) NOT NULL,
                epoch TEXT NOT NULL, seq \(integer) NOT NULL
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
            // The body is the record's JSON; size is its bytes, so that a page is measured before it is read.
            """
            CREATE TABLE sync_record (
                account \(integer) NOT NULL REFERENCES sync_account (id) ON DELETE CASCADE,
                entity TEXT NOT NULL, id TEXT NOT NULL, seq \(integer) NOT NULL, size \(integer) NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (account, entity, id)
            )\(end)
            """,
            // What changed since a token is read from this index alone.
            """
            CREATE INDEX sync_record_changes ON sync_record (account, seq, entity, size)
            """,
            // The stamps that were given to batches from devices whose clocks are too far ahead.
            """
            CREATE TABLE sync_batch (
                device \(integer) NOT NULL REFERENCES sync_device (id) ON DELETE CASCADE,
                id TEXT NOT NULL, stamp TEXT NOT NULL, created \(integer) NOT NULL,
                PRIMARY KEY (device, id)
            )\(end)
            """,
            "CREATE INDEX sync_batch_age ON sync_batch (created)",
            epochs(dialect),
            "INSERT INTO sync_meta (name, number) VALUES ('version', \(version))",
        ]
    }

    /// The table of epochs that ended, each with the number of the last change in it.
    ///
    /// Databases of earlier servers get it when they are opened. They can do without it, so that it is no new version.
    static func epochs(_ dialect: SQLDialect) -> String {
        """
        CREATE TABLE sync_epoch (
            account \(dialect.integer) NOT NULL REFERENCES sync_account (id) ON DELETE CASCADE,
            epoch TEXT NOT NULL, ended \(dialect.integer) NOT NULL,
            PRIMARY KEY (account, epoch)
        )\(dialect.tableSuffix)
        """
    }

    /// A table as it is copied.
    struct Table: Sendable {
        let name: String
        /// The columns, those of the primary key first.
        let columns: [String]
        /// How many columns the primary key has.
        let keyLength: Int
    }

    /// The tables, in an order in which they can be copied. A copy begins new epochs, and those of before aren't in it.
    static let tables = [
        Table(name: "sync_account", columns: ["id", "name", "created", "epoch", "seq"], keyLength: 1),
        Table(
            name: "sync_device",
            columns: ["id", "account", "name", "token", "digest", "created", "seen", "revoked"], keyLength: 1),
        Table(
            name: "sync_record", columns: ["account", "entity", "id", "seq", "size", "body"], keyLength: 3),
        Table(name: "sync_batch", columns: ["device", "id", "stamp", "created"], keyLength: 2),
    ]
}
