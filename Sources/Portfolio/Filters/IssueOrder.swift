import Foundation
import Localization
import ModelData
import Shell

/// The order of a list of issues.
struct IssueOrder: Hashable, Sendable {
    enum Key: String, CaseIterable, Sendable {
        case created, modified

        /// The name in the user's language.
        var name: LocalizedText {
            switch self {
            case .created: text("created")
            case .modified: text("modified")
            }
        }

        static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
    }

    enum Direction: String, CaseIterable, Sendable {
        case newest, oldest

        /// The name in the user's language.
        var name: LocalizedText {
            switch self {
            case .newest: text("newest")
            case .oldest: text("oldest")
            }
        }

        static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
    }

    var key = Key.created
    var direction = Direction.newest

    /// The order for the store: by date, then by title.
    var descriptors: [SortDescriptor<Issue>] {
        let order: SortOrder = direction == .newest ? .reverse : .forward
        let title = SortDescriptor(\Issue.title, comparator: .lexical)
        return switch key {
        case .created: [SortDescriptor(\Issue.created, order: order), title]
        case .modified: [SortDescriptor(\Issue.modified, order: order), title]
        }
    }

    /// Sorts issues with equal dates by title, in the order of the user's language: the store can only sort
    /// by code points. Issues with equal titles are sorted by number.
    ///
    /// - Parameters:
    ///   - issues: The issues, sorted by date.
    ///   - collator: The language's order of titles.
    func orderingTies(_ issues: [Issue], collator: Collator) -> [Issue] {
        var result = issues
        var start = 0
        while start < result.count {
            let date = self.date(of: result[start])
            var end = start + 1
            while end < result.count, self.date(of: result[end]) == date { end += 1 }
            if end - start > 1 {
                let equals = result[start..<end].sorted { $0.number < $1.number }
                result.replaceSubrange(start..<end, with: collator.sorted(equals, by: \.title))
            }
            start = end
        }
        return result
    }

    /// Returns the date by which an issue is sorted.
    func date(of issue: Issue) -> Date { key == .created ? issue.created : issue.modified }
}
