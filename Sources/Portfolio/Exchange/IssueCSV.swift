import Formats
import ProgramKit
import Shell

/// Writes issues as CSV with a header. In most columns, an empty field is a missing value. In the
/// columns for tags and content, an empty field means that the issue has no tags or no content.
enum IssueCSV {
    static func bytes(_ entries: [IssueEntry], tags: [String] = []) -> [UInt8] {
        var writer = CSVWriter()
        let keys = Issue.fields.exported.map(\.key)
        writer.writeRow(keys)
        for entry in entries {
            writer.writeRow(
                keys.map { key in
                    guard case .list(let elements) = entry.value(key) else { return entry.value(key).csvText }
                    return TagList.text(elements.map(\.csvText))
                })
        }
        if !tags.isEmpty {
            writer.writeRow(keys.map { $0 == IssueEntry.tagsKey ? TagList.text(tags) : "" })
        }
        return writer.bytes
    }
}
