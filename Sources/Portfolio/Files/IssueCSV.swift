import Formats
import Shell
import Suite

/// Writes issues as CSV with a header. In most columns, an empty field is a missing value. In the
/// columns for tags and content, an empty field means that the issue has no tags or no content.
enum IssueCSV {
    static func bytes(_ entries: [IssueEntry], tags: [String] = []) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(IssueField.allCases.map(\.rawValue))
        for entry in entries {
            writer.writeRow(
                IssueField.allCases.map {
                    $0.isList ? TagList.text(entry.list($0) ?? []) : entry.text($0) ?? ""
                })
        }
        if !tags.isEmpty {
            writer.writeRow(IssueField.allCases.map { $0 == .tags ? TagList.text(tags) : "" })
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
