import Foundation
import Localization
import ModelData
import Shell

/// What a list of issues is sorted by.
struct IssueOrder: Hashable, Sendable {
    enum Key: String, CaseIterable, Sendable {
        case created, modified

        /// The date in words.
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

        /// What comes first, in words.
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

    /// The order as the store sorts: by date, equal dates by title.
    var descriptors: [SortDescriptor<Issue>] {
        let order: SortOrder = direction == .newest ? .reverse : .forward
        let title = SortDescriptor(\Issue.title, comparator: .lexical)
        return switch key {
        case .created: [SortDescriptor(\Issue.created, order: order), title]
        case .modified: [SortDescriptor(\Issue.modified, order: order), title]
        }
    }

    /// Brings issues with equal dates into the order that the person's language gives their titles; the store can
    /// only compare their letters' numbers. Equal titles keep the order of their numbers.
    func settled(_ issues: [Issue], collator: Collator) -> [Issue] {
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

    /// The date that issues are sorted by.
    func date(of issue: Issue) -> Date { key == .created ? issue.created : issue.modified }
}
