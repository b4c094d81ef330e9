import Foundation
import ModelDataSQLite

/// One table of a damaged store, and its saved rows.
struct RecoveredTable {
    let name: String
    let root: UInt32
    /// The greatest record number that the table ever had, where the store still says so.
    var sequence: Int64?
    /// Whether the table is one that every store has for itself.
    var isOwn: Bool { name.hasPrefix("_") }
    /// Whether the table is a `WITHOUT ROWID` table. Tables of records aren't.
    let isKeyed: Bool
    let hasSequence: Bool
    private(set) var hasProblem = false

    private let isPairs: Bool
    /// The columns' names, as SQL has them.
    private let names: [String]
    private let types: [String]
    /// Which columns always have a value.
    private let isRequired: [Bool]
    /// The column with the record's number, or nil without one.
    private let numberColumn: Int?
    /// The statement that inserts a row.
    private let insertion: String
    private let target: SQLFile
    private var gaps: [TableWalk.Gap] = []
    private var lost: [Int64] = []
    /// What is left of those of which a part is on a broken page.
    private var rests: [(record: Int64, values: [RecordBytes.Rest])] = []

    init(_ name: String, root: UInt32, in target: SQLFile) throws {
        self.name = name
        self.root = root
        self.target = target
        let columns = try target.rows(
            #"SELECT name, type, pk, "notnull" FROM pragma_table_info(?)"#, .text(name))
        isRequired = columns.map { $0[3] == .integer(1) }
        types = columns.map { row in
            if case .text(let type) = row[1] { type } else { "" }
        }
        let sql = try target.texts("SELECT sql FROM sqlite_schema WHERE name = ?", .text(name)).first ?? ""
        let definition = sql.uppercased()
        isKeyed = definition.contains("WITHOUT ROWID")
        hasSequence = definition.contains("AUTOINCREMENT")
        isPairs = columns.contains { $0[0] == .text("_source") }
        numberColumn =
            isKeyed ? nil : columns.firstIndex { $0[1] == .text("INTEGER") && $0[2] == .integer(1) }
        names = columns.map { row in
            if case .text(let name) = row[0] { name.quotedSQL } else { "" }
        }
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        insertion = "INSERT INTO \(name.quotedSQL) (\(names.joined(separator: ", "))) VALUES (\(marks))"
        if root == 0 {
            hasProblem = true
            gaps = [TableWalk.Gap(first: 1, last: nil)]
        }
    }

    /// Reads the pages of the table's tree.
    mutating func readTree(_ file: PageFile, _ used: inout UsedPages) throws {
        guard root > 0 else { return }
        var walk = TableWalk(file: file, used: used)
        try walk.run(root: root) { try insert($0, $1, mayBeDoubled: $2) }
        used = walk.used
        gaps += walk.gaps
        // The table never had such a number, so no record is lost.
        gaps += walk.doubtful.filter { $0 > 0 && $0 <= sequence ?? 0 }.map {
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
    ///   - mayBeDoubled: Whether another page may contain a newer version of the record.
    /// - Returns: Whether the row was inserted.
    @discardableResult
    mutating func insert(_ record: Int64?, _ values: [StoredValue], mayBeDoubled: Bool) throws -> Bool {
        var values = values
        while values.count < types.count { values.append(.null) }
        if values.count > types.count {
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
        if !mayBeDoubled || failure != Self.hasNumberAlready { refuse(record) }
        return false
    }

    /// Inserts what is left of rows of which a part is on a broken page, with values in place of the others that the table
    /// can have.
    ///
    /// - Returns: the values that aren't whole, with what is left of texts.
    mutating func insertRests() throws -> [UnreadableValues.Place: String?] {
        defer { rests = [] }
        var unknown: [UnreadableValues.Place: String?] = [:]
        for (record, rest) in rests where rest.count <= types.count {
            // Whose it is has to be known.
            let kind = names.firstIndex(of: ModelHierarchy.typeColumn.quotedSQL)
            if let kind, kind >= rest.count || !rest[kind].isWhole { continue }
            let values = zip(rest, types.indices).map { value, index -> StoredValue in
                if value.isWhole || value.value != .null || !isRequired[index] { return value.value }
                return switch types[index] {
                case "INTEGER": .integer(0)
                case "REAL": .real(0)
                case "BLOB": .blob(Data())
                // Texts may have to differ.
                default: .text(UUID().uuidString)
                }
            }
            guard try insert(record, values, mayBeDoubled: true) else { continue }
            lost.removeAll { $0 == record }
            for (value, column) in zip(rest, names) where !value.isWhole {
                let text: String? = if case .text(let text) = value.value { text } else { nil }
                unknown[.init(table: name, record: record, column: column)] = .some(text)
            }
        }
        return unknown
    }

    /// `SQLITE_CONSTRAINT_PRIMARYKEY`.
    private static let hasNumberAlready = SQLITE_CONSTRAINT | 6 << 8

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
            guard isMissing || numberColumn == nil, values.count == types.count else { return false }
            return values.indices.allSatisfy { index in
                if index == numberColumn { return values[index] == .null }
                return switch values[index] {
                case .null: !isRequired[index]
                case .integer: types[index] == "INTEGER" || types[index] == "REAL"
                case .real: types[index] == "REAL"
                case .text: types[index] == "TEXT"
                case .blob: types[index] == "BLOB"
                }
            }
        }
    }

    /// Whether it is the table of the store's schemas.
    var isSchemas: Bool { name == "_schema" }

    /// Whether a row tells of a schema: other tables may have columns of the same types.
    private static func isSchema(_ values: [StoredValue]) -> Bool {
        guard values.count == 4, case .text(let version) = values[1], case .text(let fingerprint) = values[2]
        else { return false }
        return fingerprint.hasPrefix("\(version)\n")
    }

    /// The greatest number of those that are lost.
    var greatestLost: Int64 { (lost + gaps.compactMap(\.last)).max() ?? 0 }

    /// What of the table is lost: the numbers of records that the gaps may have held.
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
