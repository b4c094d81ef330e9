/// What people wrote, so that it can be said at the end whether an edit was lost.
///
/// Each edit writes a number of its own, so that a value tells which edit it is.
struct EditLedger {
    private struct Edit {
        let record: Int
        let field: Step.Field
        /// The edit that this one was made over.
        let earlier: Int?
        let time: Int64
        let isImport: Bool
    }

    private var edits: [Edit] = []
    private var deleted: Set<Int> = []
    /// Whether nothing was done that brings earlier values back.
    var isExact = true

    /// Notes an edit, and gives it its number.
    mutating func edit(
        _ record: Int, _ field: Step.Field, over earlier: Int?, at time: Int64, isImport: Bool = false
    ) -> Int {
        edits.append(Edit(record: record, field: field, earlier: earlier, time: time, isImport: isImport))
        return edits.count - 1
    }

    /// Notes what an import wrote to a note.
    mutating func imported(_ record: Int, over earlier: String?, at time: Int64) -> String {
        "\(edit(record, .note, over: earlier.flatMap { Int($0) }, at: time, isImport: true))"
    }

    mutating func noteDeletion(_ record: Int) { deleted.insert(record) }

    /// What is wrong with how a record ended.
    func problem(_ record: Int, _ traits: Schedule.Traits, value: (Step.Field) -> Int?, isThere: Bool)
        -> String?
    {
        let own = edits.enumerated().filter { $0.element.record == record }
        guard isThere else {
            if own.isEmpty || deleted.contains(record) || !isExact || traits.hasRelations { return nil }
            return "record \(record) is gone, and nobody deleted it"
        }
        if !isExact { return nil }
        for field in Step.Field.allCases {
            let written = own.filter { $0.element.field == field }
            guard let value = value(field), let last = written.first(where: { $0.offset == value }) else {
                return "\(field) of record \(record) has a value that nobody wrote"
            }
            // An edit that somebody made over this one is later than it, whatever the clocks say. Only an import may
            // lose to what was edited by hand before.
            if let over = written.first(where: { $0.element.earlier == value && !$0.element.isImport }) {
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
