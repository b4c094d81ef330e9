import Localization
import ModelData
import Shell

/// What a command did to the records in its data. It compares them with a second context of the store, which doesn't
/// know the changes before they are saved.
@MainActor
struct ChangedRows {
    /// The values of a block's rows; `nil` for rows without a record.
    private typealias Rows = [[Cell.RawValue.Member]?]

    private let tellsBefore: Bool
    private let stored: ModelContext
    /// The records that the command inserted and deleted.
    private let inserted: Set<ObjectIdentifier>
    private let deleted: Set<ObjectIdentifier>
    /// The former values in the blocks that the command's output has before the save.
    private var rows: [Rows?] = []

    /// Reads what the records were before a command. Its changes mustn't be saved yet.
    ///
    /// - Parameters:
    ///   - output: The output of the command.
    ///   - context: The context with the changes.
    ///   - tellsBefore: Whether the data get the former values. Otherwise they only get what the save sets.
    /// - Throws: `ModelDataError` if the store can't be read.
    init(_ output: Output, _ context: ModelContext, tellsBefore: Bool) throws {
        self.tellsBefore = tellsBefore
        stored = ModelContext(context.container)
        inserted = Set(context.insertedModelsArray.map { ObjectIdentifier($0) })
        deleted = Set(context.deletedModelsArray.map { ObjectIdentifier($0) })
        if !tellsBefore { return }
        rows = try output.shownData.map { block in try block.reader.map { try former($0) } }
        try stored.checkReads()
    }

    /// Returns the values of records as the store has them; `nil` for a new one.
    private func former(_ reader: RowReader) throws -> Rows {
        try reader { object in
            guard let model = object as? any PersistentModel, !inserted.contains(ObjectIdentifier(model))
            else { return nil }
            return stored.existingModel(for: model.persistentModelID)
        }
    }

    /// Returns the saved output of the command with the values that the save set, such as numbers and the times of
    /// changes, and, as the last key, with the former values that differ.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    func told(in output: Output) throws -> Output {
        var output = output
        let blocks = output.shownData
        output.data = try blocks.enumerated().map { index, block in
            guard let reader = block.reader else { return block }
            // Data that are made after the save are those of new records.
            let known = rows.count == blocks.count ? rows[index] : nil
            let former = try tellsBefore ? known ?? former(reader) : nil
            return told(
                in: block, try reader { deleted.contains(ObjectIdentifier($0)) ? nil : $0 }, former)
        }
        return output
    }

    private func told(in block: Block, _ saved: Rows, _ former: Rows?) -> Block {
        func told(_ cells: [Cell], _ index: Int, _ keys: [String]) -> [Cell] {
            let now = saved[index].map(Self.values)
            var cells = cells
            for (column, key) in keys.enumerated() {
                if let value = now?[key] { cells[column] = Cell(value, cells[column].display) }
            }
            guard let former else { return cells }
            let before = former[index].map { $0.filter { now?[$0.key] != $0.value } }
            return cells + [Cell(before.map { .object($0) } ?? .null, .empty)]
        }
        switch block {
        case .table(let table):
            let table = table.machineReadable
            let keys = table.columns.map(\.key)
            let before = former.map { _ in Table.Column("before", .verbatim("before")) }
            return .table(
                Table(
                    table.key, columns: table.columns + [before].compactMap(\.self),
                    rows: table.rows.enumerated().map { told($1, $0, keys) }))
        case .record(let record):
            let cells = told(record.fields.map(\.cell), 0, record.fields.map(\.key))
            let before = former.map { _ in Record.Field("before", .verbatim("before"), cells[cells.count - 1])
            }
            return .record(
                Record(
                    fields: zip(record.fields, cells).map { .init($0.key, $0.title, $1) }
                        + [before].compactMap(\.self)))
        default: return block
        }
    }

    private static func values(_ members: [Cell.RawValue.Member]) -> [String: Cell.RawValue] {
        Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

extension Output {
    /// The blocks that `--json` and `--csv` show.
    fileprivate var shownData: [Block] { data.isEmpty ? blocks : data }
}

extension Block {
    /// Reads the rows again, or the one of a record.
    fileprivate var reader: RowReader? {
        switch self {
        case .table(let table): table.reader
        case .record(let record): record.reader
        default: nil
        }
    }
}
