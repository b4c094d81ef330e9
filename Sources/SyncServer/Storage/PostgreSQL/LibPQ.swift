import Foundation

/// PostgreSQL's client library, loaded when a database of that kind is named, so that nothing else needs it.
///
/// Debian's package is `libpq5`. The functions are those of its documented interface of C, which has not changed
/// since PostgreSQL 9.
struct LibPQ: @unchecked Sendable {
    typealias Connection = OpaquePointer
    typealias Answer = OpaquePointer
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

    let connect: @convention(c) (UnsafePointer<CChar>) -> Connection?
    let status: @convention(c) (Connection) -> Int32
    let errorMessage: @convention(c) (Connection) -> UnsafePointer<CChar>?
    let finish: @convention(c) (Connection) -> Void
    let prepare:
        @convention(c) (Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?)
            -> Answer?
    let runPrepared:
        @convention(c) (
            Connection, UnsafePointer<CChar>, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?,
            Int32
        ) -> Answer?
    let run: @convention(c) (Connection, UnsafePointer<CChar>) -> Answer?
    let answerStatus: @convention(c) (Answer) -> Int32
    let answerError: @convention(c) (Answer, Int32) -> UnsafePointer<CChar>?
    let rowCount: @convention(c) (Answer) -> Int32
    let columnCount: @convention(c) (Answer) -> Int32
    let columnType: @convention(c) (Answer, Int32) -> UInt32
    let value: @convention(c) (Answer, Int32, Int32) -> UnsafePointer<CChar>?
    let valueLength: @convention(c) (Answer, Int32, Int32) -> Int32
    let isNull: @convention(c) (Answer, Int32, Int32) -> Int32
    let clear: @convention(c) (Answer) -> Void
    let setNoticeReceiver:
        @convention(c) (
            Connection, (@convention(c) (UnsafeMutableRawPointer?, Answer?) -> Void)?,
            UnsafeMutableRawPointer?
        ) -> UnsafeRawPointer?

    /// The names that the library goes by.
    private static let names = ["libpq.so.5", "libpq.so"]

    /// Loads the library. Throws ``StorageError/libraryMissing(_:)`` where it isn't installed.
    ///
    /// - Parameter paths: Where it is looked for.
    init(paths: [String] = names) throws {
        guard let library = paths.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw StorageError.libraryMissing(paths.first ?? "")
        }
        func function<Function>(_ name: String) throws -> Function {
            guard let symbol = dlsym(library, name) else { throw StorageError.libraryMissing(name) }
            return unsafeBitCast(symbol, to: Function.self)
        }
        connect = try function("PQconnectdb")
        status = try function("PQstatus")
        errorMessage = try function("PQerrorMessage")
        finish = try function("PQfinish")
        prepare = try function("PQprepare")
        runPrepared = try function("PQexecPrepared")
        run = try function("PQexec")
        answerStatus = try function("PQresultStatus")
        answerError = try function("PQresultErrorField")
        rowCount = try function("PQntuples")
        columnCount = try function("PQnfields")
        columnType = try function("PQftype")
        value = try function("PQgetvalue")
        valueLength = try function("PQgetlength")
        isNull = try function("PQgetisnull")
        clear = try function("PQclear")
        setNoticeReceiver = try function("PQsetNoticeReceiver")
    }

    /// `CONNECTION_OK`.
    static let connectionIsFine: Int32 = 0
    /// `PGRES_COMMAND_OK` and `PGRES_TUPLES_OK`.
    static let commandIsFine: Int32 = 1
    static let rowsAreFine: Int32 = 2
    /// `PG_DIAG_SQLSTATE` and `PG_DIAG_MESSAGE_PRIMARY`.
    static let stateField = Int32(UInt8(ascii: "C"))
    static let messageField = Int32(UInt8(ascii: "M"))
    /// The numbers of types, from the catalogue of types.
    static let bytesType: UInt32 = 17
    static let integerTypes: Set<UInt32> = [20, 21, 23]
    static let integerType: UInt32 = 20
    static let textType: UInt32 = 25
}
