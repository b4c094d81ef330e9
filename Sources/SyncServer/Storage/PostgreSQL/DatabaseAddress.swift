/// The address of a PostgreSQL database as parameters of its client library, with time limits.
struct DatabaseAddress: Sendable {
    /// The names and values, such as `host` and `db.example.org`.
    let parameters: [(name: String, value: String)]

    /// The limits for connections whose address doesn't set them: 10 seconds to connect; and a machine that doesn't answer
    /// anymore is noticed within a minute.
    static let limits = [
        ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("application_name", "syncserver"),
    ]

    /// Reads an address, such as `postgres://user:password@host/database`.
    ///
    /// In an address with an unescaped special character, a part of the password is where the host, the port or the
    /// database belongs, and the library's messages would show it.
    ///
    /// - Throws: ``StorageError/address``.
    init(_ url: String, _ library: LibPQ) throws {
        guard let known = library.parameters(of: url) else { throw StorageError.address }
        let values = Dictionary(known, uniquingKeysWith: { $1 })
        let isPort = (values["port"] ?? "").allSatisfy { $0 == "," || $0.isASCII && $0.isNumber }
        let isMisread = ["host", "hostaddr", "dbname"].contains { values[$0]?.contains("@") == true }
        guard isPort, !isMisread else { throw StorageError.address }
        let limits = Self.limits.filter { values[$0.0] == nil }
        parameters = known.map { (name: $0.0, value: $0.1) } + limits.map { (name: $0.0, value: $0.1) }
    }
}
