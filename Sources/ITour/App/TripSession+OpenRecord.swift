import Localization
import ProgramKit
import Shell

/// The values of an open record when the prompt last showed it.
struct ShownRecord {
    let title: String
    let record: Record

    /// Returns the labels of the fields whose values differ; `nil` if they are those of another record.
    fileprivate func changes(to other: ShownRecord) -> [LocalizedText]? {
        let pairs = zip(record.fields, other.record.fields)
        guard record.fields.first?.cell.raw == other.record.fields.first?.cell.raw,
            record.fields.count == other.record.fields.count
        else { return nil }
        return pairs.filter { $0.cell.raw != $1.cell.raw }.map(\.0.title)
    }
}

extension TripSession {
    /// The present values of the open record; `nil` if none is open, or without a user who sees the prompt.
    func openRecord() -> ShownRecord? { interaction.isInteractive ? present(self) : nil }

    /// Returns a notice about the fields of the open record that were changed elsewhere since the prompt showed it.
    func noticeOfChangesElsewhere() -> LocalizedText? {
        guard let shown, let present = openRecord(), let changed = shown.changes(to: present),
            !changed.isEmpty
        else { return nil }
        return text(
            "“%1$@” was changed elsewhere since it was shown here: %2$@.", present.title,
            TextArgument.list(changed.map { .text($0) }))
    }
}
