import Foundation

/// The formats of files, by file extension.
enum IssueFormat: String, CaseIterable, Sendable {
    case json, csv
    case markdown = "md"
    case todo = "txt"

    /// The file extensions, with their dots.
    static let endings = allCases.map { ".\($0.rawValue)" }

    init?(path: String) {
        self.init(rawValue: (path as NSString).pathExtension.lowercased())
    }

    /// Whether positions are line numbers. If not, they are numbers of a list's elements.
    var countsLines: Bool { self != .json }

    /// Returns the comparison key of a tag's name in this format. If the format can't distinguish two names,
    /// they have the same key. For example, todo.txt joins the words of a name.
    func tagKey(_ name: String) -> String {
        Tag.key(of: self == .todo ? TodoText.joined(name) : name)
    }

    /// Returns the content of a file with the issues, followed by the unused tags.
    ///
    /// - Parameters:
    ///   - entries: The issues.
    ///   - tags: The names of tags that no issue has.
    ///   - timeZone: The user's time zone, for formats with days.
    func bytes(_ entries: [IssueEntry], tags: [String] = [], timeZone: TimeZone) -> [UInt8] {
        switch self {
        case .json: IssueJSON.bytes(entries, tags: tags)
        case .csv: IssueCSV.bytes(entries, tags: tags)
        case .markdown: Array(Checklist.text(entries, tags: tags).utf8)
        case .todo: Array(TodoText.text(entries, timeZone: timeZone).utf8)
        }
    }
}
