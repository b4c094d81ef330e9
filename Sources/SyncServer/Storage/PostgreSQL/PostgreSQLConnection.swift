import Dispatch
import Foundation

/// One connection to PostgreSQL. Its functions block, so each connection has its own dispatch queue.
final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {
    private let library: LibPQ
    private let connection: LibPQ.Connection
    private let queue: DispatchQueue
    /// The names of the prepared statements, by their SQL.
    private var prepared: [String: String] = [:]
    /// The time limit of a statement.
    private let limit: Duration
    /// Whether an error showed that the connection must be replaced.
    private var isSpoiled = false
    /// The additional time in which the database can report that a statement took too long.
    private static let grace = Duration.seconds(5)

    /// Connects to a database. This blocks; call it on `queue`.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - limit: The time limit of a statement.
    ///   - library: The client library.
    ///   - queue: The queue on which the connection's functions run.
    /// - Throws: ``StorageError/unavailable(_:)``.
    init(_ address: DatabaseAddress, limit: Duration, library: LibPQ, queue: DispatchQueue) throws {
        guard let connection = library.connect(address) else {
            throw StorageError.unavailable("no memory for a connection")
        }
        guard library.status(connection) == LibPQ.connectionOK else {
            let message = Self.text(library.errorMessage(connection))
            library.finish(connection)
            throw StorageError.unavailable(message)
        }
        // Ignore notices, such as “relation already exists”.
        _ = library.setNoticeReceiver(connection, { _, _ in }, nil)
        _ = library.setNonblocking(connection, 1)
        self.limit = limit
        self.library = library
        self.connection = connection
        self.queue = queue
        try command(
            "SET statement_timeout = \(limit.components.seconds * 1_000); "
                + "SET idle_in_transaction_session_timeout = 60000; "
                + "SET client_encoding = 'UTF8'")
        // A standby may lack changes that devices have already seen.
        if try run("SELECT current_setting('transaction_read_only')", []).first?.text(0) == "on" {
            throw StorageError.unavailable("the database is read-only, as a standby is")
        }
    }

    deinit {
        library.finish(connection)
    }

    /// Whether the connection was usable after the last statement.
    var isConnected: Bool { !isBroken && library.status(connection) == LibPQ.connectionOK }
    /// Whether the next transaction may use the connection.
    var isUsable: Bool { isConnected && !isSpoiled }
    private var isBroken = false
    /// Whether the database didn't answer in time.
    private(set) var hasTimedOut = false

    /// The SQLSTATEs after which another connection can succeed: the database has become read-only, as a demoted primary
    /// does; the session is in a failed transaction; and a pooler gave the session to others, so that its statements are
    /// gone or of earlier tables.
    static let spoilingStates: Set<String> = ["25006", "25P02", "26000", "0A000"]

    /// Whether an error means that the connection must be replaced.
    private static func isSpoiling(_ code: String) -> Bool {
        spoilingStates.contains(code) || code.hasPrefix("08") || code.hasPrefix("57P")
    }

    /// Calls a closure on the connection's queue.
    func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(self) }) }
        }
    }

    /// Runs a command without arguments or rows, such as `BEGIN`.
    func command(_ sql: String) throws {
        try check(execute { library.send(connection, sql) }) { _ in }
    }

    func run(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
        let name = try preparedName(of: sql, arguments)
        // Keep all texts in one buffer until the statement has run.
        var bytes: [CChar] = []
        var offsets: [Int?] = []
        for argument in arguments {
            guard let text = argument.postgreSQLText else {
                offsets.append(nil)
                continue
            }
            // libpq ends a text at its first zero byte. Therefore refuse a text that contains a zero byte.
            guard !text.utf8.contains(0) else { throw StorageError.failed(code: "22021", "zero byte") }
            offsets.append(bytes.count)
            bytes.append(contentsOf: text.utf8.lazy.map(CChar.init(bitPattern:)))
            bytes.append(0)
        }
        return try bytes.withUnsafeBufferPointer { buffer in
            let pointers = offsets.map { offset in offset.flatMap { buffer.baseAddress?.advanced(by: $0) } }
            return try pointers.withUnsafeBufferPointer { pointers in
                let answer = try execute {
                    library.sendPrepared(
                        connection, name, Int32(arguments.count), pointers.baseAddress, nil, nil, 0)
                }
                return try check(answer, rows)
            }
        }
    }

    /// Returns the name of a prepared statement. Its first use on a connection prepares it, so that the
    /// database plans it only once for each connection.
    private func preparedName(of sql: String, _ arguments: [SQLValue]) throws -> String {
        if let name = prepared[sql] { return name }
        let name = "s\(prepared.count)"
        let types = arguments.map(\.postgreSQLType)
        try types.withUnsafeBufferPointer { types in
            let answer = try execute {
                library.sendPrepare(
                    connection, name, Self.numbered(sql), Int32(types.count), types.baseAddress)
            }
            try check(answer) { _ in }
        }
        prepared[sql] = name
        return name
    }

    /// Sends a command, and waits for its last result.
    ///
    /// The library's own functions wait without a limit. A database whose machine hangs would therefore keep all
    /// connections of the pool for ever.
    ///
    /// - Parameter send: Sends the command. Returns 0 after an error.
    /// - Throws: ``StorageError/unavailable(_:)`` if the connection breaks or no answer arrives in time.
    private func execute(_ send: () -> Int32) throws -> LibPQ.PGResult? {
        let end = ContinuousClock.now + limit + Self.grace
        guard send() == 1 else { throw failure() }
        while true {
            let rest = library.flush(connection)
            if rest == 0 { break }
            guard rest > 0, try wait(for: POLLIN | POLLOUT, until: end) else { throw failure() }
        }
        var last: LibPQ.PGResult?
        do {
            while true {
                while library.isBusy(connection) == 1 {
                    guard try wait(for: POLLIN, until: end) else { throw failure() }
                }
                guard let result = library.result(connection) else { return last }
                if let last { library.clear(last) }
                last = result
            }
        } catch {
            if let last { library.clear(last) }
            throw error
        }
    }

    /// Waits until the connection's socket is ready, and reads what has arrived.
    ///
    /// - Returns: Whether the connection is intact.
    private func wait(for events: Int32, until end: ContinuousClock.Instant) throws -> Bool {
        var descriptor = pollfd(fd: library.socket(connection), events: Int16(events), revents: 0)
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        let count = poll(&descriptor, 1, Int32(max(0, min(left.rounded(.up), 3_600_000))))
        if count == 0, left <= 0 {
            isBroken = true
            hasTimedOut = true
            throw StorageError.unavailable("timeout expired: the database doesn't answer")
        }
        if count < 0 { return errno == EINTR }
        if descriptor.revents & ~Int16(POLLOUT) == 0 { return true }
        return library.consumeInput(connection) == 1
    }

    private func failure() -> StorageError {
        isBroken = true
        let message = Self.text(library.errorMessage(connection))
        return .unavailable(message.isEmpty ? "the connection broke off" : message)
    }

    /// Replaces each `?` with `$1`, `$2` and so on.
    static func numbered(_ sql: String) -> String {
        var result = ""
        var number = 0
        for character in sql {
            guard character == "?" else {
                result.append(character)
                continue
            }
            number += 1
            result += "$\(number)"
        }
        return result
    }

    private func check<Value>(
        _ answer: LibPQ.PGResult?, _ body: (LibPQ.PGResult) throws -> Value
    ) throws -> Value {
        guard let answer else { throw StorageError.unavailable(Self.text(library.errorMessage(connection))) }
        defer { library.clear(answer) }
        let status = library.resultStatus(answer)
        if status == LibPQ.commandOK || status == LibPQ.tuplesOK { return try body(answer) }
        let code = Self.text(library.resultErrorField(answer, LibPQ.stateField))
        // Use only the primary message: unlike the details, it doesn't quote the user's values.
        let message = Self.text(library.resultErrorField(answer, LibPQ.messageField))
        if Self.isSpoiling(code) { isSpoiled = true }
        guard isConnected, !code.isEmpty else {
            throw StorageError.unavailable(message.isEmpty ? "the connection broke off" : message)
        }
        throw StorageError.failed(code: code, message)
    }

    private func rows(_ answer: LibPQ.PGResult) throws -> [SQLRow] {
        let columns = library.columnCount(answer)
        let types = (0..<columns).map { library.columnType(answer, $0) }
        return try (0..<library.rowCount(answer)).map { row in
            SQLRow(values: try (0..<columns).map { try value(answer, row, $0, types[Int($0)]) })
        }
    }

    private func value(
        _ answer: LibPQ.PGResult, _ row: Int32, _ column: Int32, _ type: UInt32
    ) throws -> SQLValue {
        if library.isNull(answer, row, column) == 1 { return .null }
        guard let start = library.value(answer, row, column) else { return .null }
        let length = Int(library.valueLength(answer, row, column))
        let text = UnsafeRawBufferPointer(start: start, count: length)
        if LibPQ.integerTypes.contains(type) {
            guard let number = Int64(String(decoding: text, as: UTF8.self)) else {
                throw StorageError.unreadable("a number")
            }
            return .integer(number)
        }
        if type == LibPQ.bytesType { return .bytes(try Self.bytes(hexadecimal: text)) }
        return .text(String(decoding: text, as: UTF8.self))
    }

    /// Decodes bytes in PostgreSQL's format: `\x` and two digits for each byte.
    private static func bytes(hexadecimal text: UnsafeRawBufferPointer) throws -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
        guard text.count % 2 == 0, text.starts(with: "\\x".utf8) else {
            throw StorageError.unreadable("bytes")
        }
        return try stride(from: 2, to: text.count, by: 2).map { index in
            guard let high = digit(text[index]), let low = digit(text[index + 1]) else {
                throw StorageError.unreadable("bytes")
            }
            return high << 4 | low
        }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        let text = pointer.map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").joined(separator: " ")
    }
}

extension SQLValue {
    /// The value in PostgreSQL's text format; `nil` for `NULL`.
    fileprivate var postgreSQLText: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .text(let text): text
        case .bytes(let bytes): "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    fileprivate var postgreSQLType: UInt32 {
        switch self {
        case .integer: LibPQ.integerType
        case .bytes: LibPQ.bytesType
        case .text: LibPQ.textType
        case .null: 0
        }
    }
}
