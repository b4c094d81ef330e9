import Foundation

/// PostgreSQL's client library. It is loaded at run time, so that servers with an SQLite file don't need it.
///
/// In Debian, its package is `libpq5`. This type uses functions of the documented C interface, which hasn't
/// changed since PostgreSQL 9.
struct LibPQ: @unchecked Sendable {
    typealias Connection = OpaquePointer
    typealias PGResult = OpaquePointer
    typealias CStringArray = UnsafePointer<UnsafePointer<CChar>?>

    /// An entry of `PQconninfoOption`, with the types of C.
    private struct Parameter {
        let keyword, variable, compiled, value, label, character: UnsafeMutablePointer<CChar>?
        let size: Int32
    }

    private let parse:
        @convention(c) (
            UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> UnsafeMutableRawPointer?
    private let freeParameters: @convention(c) (UnsafeMutableRawPointer) -> Void
    private let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
    private let connectWith: @convention(c) (CStringArray, CStringArray, Int32) -> Connection?
    let status: @convention(c) (Connection) -> Int32
    let errorMessage: @convention(c) (Connection) -> UnsafePointer<CChar>?
    let finish: @convention(c) (Connection) -> Void
    let sendPrepare:
        @convention(c) (Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?)
            -> Int32
    let sendPrepared:
        @convention(c) (
            Connection, UnsafePointer<CChar>, Int32, CStringArray?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?, Int32
        ) -> Int32
    let send: @convention(c) (Connection, UnsafePointer<CChar>) -> Int32
    let setNonblocking: @convention(c) (Connection, Int32) -> Int32
    let flush: @convention(c) (Connection) -> Int32
    let consumeInput: @convention(c) (Connection) -> Int32
    let isBusy: @convention(c) (Connection) -> Int32
    let result: @convention(c) (Connection) -> PGResult?
    let socket: @convention(c) (Connection) -> Int32
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
        parse = try function("PQconninfoParse")
        freeParameters = try function("PQconninfoFree")
        freeMemory = try function("PQfreemem")
        connectWith = try function("PQconnectdbParams")
        status = try function("PQstatus")
        errorMessage = try function("PQerrorMessage")
        finish = try function("PQfinish")
        sendPrepare = try function("PQsendPrepare")
        sendPrepared = try function("PQsendQueryPrepared")
        send = try function("PQsendQuery")
        setNonblocking = try function("PQsetnonblocking")
        flush = try function("PQflush")
        consumeInput = try function("PQconsumeInput")
        isBusy = try function("PQisBusy")
        result = try function("PQgetResult")
        socket = try function("PQsocket")
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

    /// Returns the names and values of an address; `nil` if it can't be read.
    func parameters(of address: String) -> [(String, String)]? {
        var message: UnsafeMutablePointer<CChar>?
        let start = parse(address, &message)
        // The message isn't used, because it quotes parts of the address.
        freeMemory(message)
        guard let start else { return nil }
        defer { freeParameters(start) }
        var parameter = start.assumingMemoryBound(to: Parameter.self)
        var found: [(String, String)] = []
        while let keyword = parameter.pointee.keyword {
            if let value = parameter.pointee.value {
                found.append((String(cString: keyword), String(cString: value)))
            }
            parameter += 1
        }
        return found
    }

    /// Connects to a database. Returns `nil` if there isn't enough memory.
    func connect(_ address: DatabaseAddress) -> Connection? {
        // One buffer contains all texts, each with its final zero.
        let texts = address.parameters.map(\.name) + address.parameters.map(\.value)
        let bytes = texts.flatMap { Array($0.utf8CString) }
        return bytes.withUnsafeBufferPointer { buffer in
            var offset = 0
            var pointers: [UnsafePointer<CChar>?] = texts.map { text in
                defer { offset += text.utf8.count + 1 }
                return buffer.baseAddress?.advanced(by: offset)
            }
            // A null pointer ends each list.
            pointers.insert(nil, at: address.parameters.count)
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { pointers in
                guard let names = pointers.baseAddress else { return nil }
                return connectWith(names, names + address.parameters.count + 1, 0)
            }
        }
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
