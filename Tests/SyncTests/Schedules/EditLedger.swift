/// Records the edits of a schedule, so that a test can check at the end whether one was lost.
///
/// Each edit writes a unique number as the field's value, so a value identifies its edit.
struct EditLedger {
    private struct Edit {
        let record: Int
        let field: Step.Field
        /// The number of the field's previous edit.
        let earlier: Int?
        let time: Int64
        let isImport: Bool
        /// The device that wrote the value; `nil` for an import.
        let device: Int?
        /// Whether the same device deleted the record later. An edit that wasn't sent before is deleted with it, and
        /// doesn't return if another device re-creates the record.
        var isDeleted = false
    }

    private var edits: [Edit] = []
    private var deleted: Set<Int> = []
    /// Whether values can be checked exactly: `false` after a step, such as an undo, restored earlier values.
    var isExact = true

    /// Records an edit and returns its number.
    mutating func edit(
        _ record: Int, _ field: Step.Field, over earlier: Int?, at time: Int64, by device: Int? = nil
    ) -> Int {
        edits.append(
            Edit(
                record: record, field: field, earlier: earlier, time: time, isImport: device == nil,
                device: device))
        return edits.count - 1
    }

    /// Records that an import wrote a note, and returns the number of this edit.
    mutating func imported(_ record: Int, over earlier: String?, at time: Int64) -> String {
        "\(edit(record, .note, over: earlier.flatMap { Int($0) }, at: time))"
    }

    /// Records that a device deleted a record.
    mutating func noteDeletion(_ record: Int, by device: Int) {
        deleted.insert(record)
        for index in edits.indices where edits[index].record == record && edits[index].device == device {
            edits[index].isDeleted = true
        }
    }

    /// Returns a description of an error in a record's final values. Returns `nil` if the values are
    /// possible.
    func problem(_ record: Int, _ traits: Schedule.Traits, value: (Step.Field) -> Int?, isThere: Bool)
        -> String?
    {
        let own = edits.enumerated().filter { $0.element.record == record }
        guard isThere else {
            if own.isEmpty || deleted.contains(record) || !isExact || traits.hasRelations { return nil }
            return "record \(record) is missing without having been deleted"
        }
        if !isExact { return nil }
        for field in Step.Field.allCases {
            let written = own.filter { $0.element.field == field }
            guard let value = value(field), let last = written.first(where: { $0.offset == value }) else {
                return "\(field) of record \(record) has a value that no edit wrote"
            }
            // A device that overwrote this value had received the value before. So the overwriting edit is
            // later, even if the clocks are wrong. Only an import can lose against an earlier manual edit.
            if let over = written.first(where: {
                $0.element.earlier == value && !$0.element.isImport && !$0.element.isDeleted
            }) {
                return
                    "edit \(over.offset) of \(field) of record \(record) was lost to edit \(value) before it"
            }
            if traits.hasSkew || deleted.contains(record) || last.element.isImport { continue }
            if let later = written.first(where: {
                !$0.element.isImport && $0.element.time > last.element.time
            }) {
                return
                    "edit \(later.offset) of \(field) of record \(record) was lost to the earlier edit \(value)"
            }
        }
        return nil
    }
}
