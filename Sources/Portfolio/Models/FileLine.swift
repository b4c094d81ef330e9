import Foundation
import ModelData

/// A line of a todo.txt as the last `sync-file` left it, by which the next run recognizes what changed in the file and what
/// in the store. It isn't synchronized: other devices have their own copy of the file.
@Model
final class FileLine {
    #Index<FileLine>([\.file])
    /// The absolute path of the file.
    var file: String
    /// The identifier of the line's issue; `nil` if the row says that a conflict copy of the file was read.
    var issue: UUID?
    /// The line without its end. For a conflict copy, a hash of its content.
    var text: String
    /// The number of the run that left this text, from 1.
    var run: Int
    /// Earlier texts, the newest first, one on each line: the number of the run, a space and the text.
    var earlier: String
    /// Whether the line was removed from the file while its issue stays.
    var isMissing: Bool

    init(file: String, issue: UUID?, text: String, run: Int) {
        self.file = file
        self.issue = issue
        self.text = text
        self.run = run
        earlier = ""
        isMissing = false
    }
}

extension FileLine {
    /// The number of earlier texts that are kept. A conflict copy is rarely older.
    private static let mostEarlier = 10

    /// Replaces the text, and keeps the present one as an earlier text.
    func replace(_ new: String, run number: Int) {
        if text != new {
            let kept = earlier.split(separator: "\n").prefix(Self.mostEarlier - 1)
            earlier = (["\(run) \(text)"[...]] + kept).joined(separator: "\n")
            text = new
            run = number
        }
        if isMissing { isMissing = false }
    }

    /// The texts with the numbers of the runs that left them, the newest first.
    var versions: [(run: Int, text: String)] {
        [(run, text)]
            + earlier.split(separator: "\n").compactMap { line in
                guard let space = line.firstIndex(of: " "), let run = Int(line[..<space]) else { return nil }
                return (run, String(line[line.index(after: space)...]))
            }
    }
}
