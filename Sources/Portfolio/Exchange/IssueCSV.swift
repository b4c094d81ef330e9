import Formats
import Shell
import Suite

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

/// Names of tags in one field, separated by semicolons. A backslash escapes a semicolon or a backslash in a
/// name.
enum TagList {
    static func text(_ names: [String]) -> String {
        names.map { name in
            var written = String.UnicodeScalarView()
            for scalar in name.unicodeScalars {
                if scalar == ";" || scalar == "\\" { written.append("\\") }
                written.append(scalar)
            }
            return String(written)
        }.joined(separator: ";")
    }

    static func names(_ text: String) -> [String] {
        var names = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                names[names.count - 1].append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ";" {
                names.append(String.UnicodeScalarView())
            } else {
                names[names.count - 1].append(scalar)
            }
        }
        return names.map { String($0) }.filter { !$0.trimmingSpaces.isEmpty }
    }
}
