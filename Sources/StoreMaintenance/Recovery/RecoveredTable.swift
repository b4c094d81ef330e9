import Foundation
import ModelData
import ModelDataSQLite

/// One table of a damaged store, and its saved rows.
struct RecoveredTable {
    let name: String
    let root: UInt32
    /// The greatest record number that the table ever had, if known.
    var sequence: Int64?
    /// Whether the table is one of ModelData's own tables.
    var isOwn: Bool { name.hasPrefix("_") }
    /// Whether the table is a `WITHOUT ROWID` table. Tables of records aren't.
    let isKeyed: Bool
    let hasSequence: Bool
    private(set) var hasProblem = false

    /// A column of the table.
    private struct Column {
        /// The name as an SQL identifier.
        let name: String
        let type: String
        let isRequired: Bool
        /// Whether the column contains the record's number.
        let isNumber: Bool
    }

    private let isPairs: Bool
    private let columns: [Column]
    /// The index of the column with the record's number, or nil without one.
    private let numberColumn: Int?
    /// The statement that inserts a row.
    private let insertion: String
    private let target: SQLFile
    private var gaps: [TableWalk.Gap] = []
    private var lost: [Int64] = []
    /// The readable parts of the records with unreadable values.
    private var rests: [(record: Int64, parts: [RecordBytes.Part])] = []

    init(_ name: String, root: UInt32, in target: SQLFile) throws {
        self.name = name
        self.root = root
        self.target = target
        let sql = try target.texts("SELECT sql FROM sqlite_schema WHERE name = ?", .text(name)).first ?? ""
        let definition = sql.uppercased()
        isKeyed = definition.contains("WITHOUT ROWID")
        hasSequence = definition.contains("AUTOINCREMENT")
        columns = try target.rows(
            #"SELECT name, type, pk, "notnull" FROM pragma_table_info(?)"#, .text(name)
        ).map { row in
            let type = row[1].description
            return Column(
                name: row[0].description.quotedSQL, type: type, isRequired: row[3] == .integer(1),
                isNumber: type == "INTEGER" && row[2] == .integer(1))
        }
        isPairs = columns.contains { $0.name == "_source".quotedSQL }
        numberColumn = isKeyed ? nil : columns.firstIndex(where: \.isNumber)
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        let names = columns.map(\.name).joined(separator: ", ")
        insertion = "INSERT INTO \(name.quotedSQL) (\(names)) VALUES (\(marks))"
        if root == 0 {
            hasProblem = true
            gaps = [TableWalk.Gap(first: 1, last: nil)]
        }
    }

    /// Reads the pages of the table's tree.
    mutating func readTree(_ file: PageFile, _ used: inout TableWalk.UsedPages) throws {
        guard root > 0 else { return }
        var walk = TableWalk(file: file, used: used)
        try walk.run(root: root) { try insert($0, $1) }
        used = walk.used
        gaps += walk.gaps
        // The table never had a number above `sequence`, so no record with such a number is lost.
        gaps += walk.contradictory.filter { $0 > 0 && $0 <= sequence ?? 0 }.map {
            TableWalk.Gap(first: $0, last: $0)
        }
        lost += walk.broken
        rests += walk.rests
        if walk.hasProblem { hasProblem = true }
    }

    /// Inserts a row, unless it violates the table's constraints.
    ///
    /// - Parameters:
    ///   - record: The record's number.
    ///   - values: The values.
    ///   - isStray: Whether no tree contains the row's page. Then the table may have the record already.
    ///     Default: no.
    /// - Returns: Whether the row was inserted.
    @discardableResult
    mutating func insert(_ record: Int64?, _ values: [StoredValue], isStray: Bool = false) throws -> Bool {
        var values = values
        while values.count < columns.count { values.append(.null) }
        if values.count > columns.count {
            refuse(record)
            return false
        }
        if let numberColumn, let record { values[numberColumn] = .integer(record) }
        let failure = try target.connection.perform { connection -> Int32? in
            do {
                try connection.run(insertion, values)
                return nil
            } catch let failure as StatementFailure
                where [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH].contains(failure.primaryCode)
            {
                return failure.code
            }
        }
        guard let failure else { return true }
        if !isStray || failure != Self.hasNumberAlready { refuse(record) }
        return false
    }

    /// `SQLITE_CONSTRAINT_PRIMARYKEY`.
    private static let hasNumberAlready = SQLITE_CONSTRAINT | 6 << 8

    /// Inserts the readable parts of records with unreadable values. Required values get a value that the
    /// table accepts.
    ///
    /// - Returns: The unreadable values, with the readable parts of texts.
    mutating func insertRests() throws -> [UnreadableValues.Place: String?] {
        defer { rests = [] }
        var unreadable: [UnreadableValues.Place: String?] = [:]
        for (record, parts) in rests where parts.count <= columns.count {
            // A record without its class can't be used.
            let kind = columns.firstIndex { $0.name == ModelHierarchy.typeColumn.quotedSQL }
            if let kind, kind >= parts.count || !parts[kind].isWhole { continue }
            let values = zip(parts, columns).map { part, column -> StoredValue in
                if part.isWhole || part.value != .null || !column.isRequired { return part.value }
                return switch column.type {
                case "INTEGER": .integer(0)
                case "REAL": .real(0)
                case "BLOB": .blob(Data())
                // The values may have to be unique.
                default: .text(UUID().uuidString)
                }
            }
            guard try insert(record, values, isStray: true) else { continue }
            lost.removeAll { $0 == record }
            for (part, column) in zip(parts, columns) where !part.isWhole {
                unreadable[.init(table: name, record: record, column: column.name)] = .some(part.value.text)
            }
        }
        return unreadable
    }

    private mutating func refuse(_ record: Int64?) {
        hasProblem = true
        if let record { lost.append(record) }
    }

    /// Returns whether rows on an unreferenced page can only be missing rows of this table.
    func fits(_ rows: [(Int64, [StoredValue])]) -> Bool {
        guard hasProblem, !isKeyed, !rows.isEmpty else { return false }
        if isSchemas, !rows.allSatisfy({ Self.isSchema($0.1) }) { return false }
        return rows.allSatisfy { record, values in
            let isMissing = gaps.contains { gap in
                record >= gap.first && record <= gap.last ?? sequence ?? .max
            }
            guard isMissing || numberColumn == nil, values.count == columns.count else { return false }
            return zip(values, columns).allSatisfy { value, column in
                if column.isNumber, !isKeyed { return value == .null }
                return switch value {
                case .null: !column.isRequired
                case .integer: column.type == "INTEGER" || column.type == "REAL"
                case .real: column.type == "REAL"
                case .text: column.type == "TEXT"
                case .blob: column.type == "BLOB"
                }
            }
        }
    }

    /// Whether this is the table of the store's schemas.
    var isSchemas: Bool { name == "_schema" }

    /// Returns whether a row describes a schema. Other tables may have columns of the same types.
    private static func isSchema(_ values: [StoredValue]) -> Bool {
        guard values.count == 4, case .text(let version) = values[1], case .text(let fingerprint) = values[2]
        else { return false }
        return fingerprint.hasPrefix("\(version)\n")
    }

    /// The greatest number of a lost record.
    var greatestLost: Int64 { (lost + gaps.compactMap(\.last)).max() ?? 0 }

    /// Returns the table's losses: the lost records, and all other numbers in the gaps.
    func loss() throws -> StoreRepair.Table {
        var ranges = lost.map { $0...$0 }
        for gap in gaps {
            guard let end = gap.last ?? sequence, end >= gap.first else { continue }
            var next = gap.first
            for row in try target.rows(
                "SELECT \(numberColumn == nil ? "rowid" : "_id") FROM \(name.quotedSQL) "
                    + "WHERE rowid BETWEEN ? AND ? ORDER BY rowid", .integer(gap.first), .integer(end))
            {
                guard case .integer(let record) = row[0] else { continue }
                if record > next { ranges.append(next...(record - 1)) }
                next = record + 1
            }
            if next <= end { ranges.append(next...end) }
        }
        return StoreRepair.Table(
            name: name, isPairs: isPairs, saved: 0, lost: Self.merged(ranges),
            isOpenEnded: sequence == nil && gaps.contains { $0.last == nil })
    }

    private static func merged(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var result: [ClosedRange<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
