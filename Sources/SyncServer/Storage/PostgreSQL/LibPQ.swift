import Foundation

/// PostgreSQL's client library. It is loaded at run time, so that servers with an SQLite file don't need it.
///
/// In Debian, its package is `libpq5`. This type uses functions of the documented C interface, which hasn't
/// changed since PostgreSQL 9.
struct LibPQ: @unchecked Sendable {
    typealias Connection = OpaquePointer
    typealias PGResult = OpaquePointer
    typealias CStringArray = UnsafePointer<UnsafePointer<CChar>?>

    let connect: @convention(c) (UnsafePointer<CChar>) -> Connection?
    let status: @convention(c) (Connection) -> Int32
    let errorMessage: @convention(c) (Connection) -> UnsafePointer<CChar>?
    let finish: @convention(c) (Connection) -> Void
    let prepare:
        @convention(c) (Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?)
            -> PGResult?
    let runPrepared:
        @convention(c) (
            Connection, UnsafePointer<CChar>, Int32, CStringArray?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?, Int32
        ) -> PGResult?
    let run: @convention(c) (Connection, UnsafePointer<CChar>) -> PGResult?
    let resultStatus: @convention(c) (PGResult) -> Int32
    let resultErrorField: @convention(c) (PGResult, Int32) -> UnsafePointer<CChar>?
    let rowCount: @convention(c) (PGResult) -> Int32
    let columnCount: @convention(c) (PGResult) -> Int32
    let columnType: @convention(c) (PGResult, Int32) -> UInt32
    let value: @convention(c) (PGResult, Int32, Int32) -> UnsafePointer<CChar>?
    let valueLength: @convention(c) (PGResult, Int32, Int32) -> Int32
    let isNull: @convention(c) (PGResult, Int32, Int32) -> Int32
    let clear: @convention(c) (PGResult) -> Void
    let setNoticeReceiver:
        @convention(c) (
            Connection, (@convention(c) (UnsafeMutableRawPointer?, PGResult?) -> Void)?,
            UnsafeMutableRawPointer?
        ) -> UnsafeRawPointer?

    /// The names of the library's file.
    private static let names = ["libpq.so.5", "libpq.so"]

    /// Loads the library.
    ///
    /// - Parameter paths: The names or paths to try. Default: the usual names.
    /// - Throws: ``StorageError/libraryMissing(_:)`` if it isn't installed or lacks a function.
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
        resultStatus = try function("PQresultStatus")
        resultErrorField = try function("PQresultErrorField")
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
    static let connectionOK: Int32 = 0
    /// `PGRES_COMMAND_OK` and `PGRES_TUPLES_OK`.
    static let commandOK: Int32 = 1
    static let tuplesOK: Int32 = 2
    /// `PG_DIAG_SQLSTATE` and `PG_DIAG_MESSAGE_PRIMARY`.
    static let stateField = Int32(UInt8(ascii: "C"))
    static let messageField = Int32(UInt8(ascii: "M"))
    /// The OIDs of types, from `pg_type`.
    static let bytesType: UInt32 = 17
    static let integerTypes: Set<UInt32> = [20, 21, 23]
    static let integerType: UInt32 = 20
    static let textType: UInt32 = 25
}
