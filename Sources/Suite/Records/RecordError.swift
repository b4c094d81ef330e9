import Localization

/// A reference that names no record, or several.
public enum RecordError: PresentableError, Hashable {
    /// No record has this number.
    case unknownNumber(Int64)
    /// No record's title contains this text; the nearest titles are offered.
    case unknownTitle(String, nearest: [String])
    /// Several records fit.
    case ambiguous(String, candidates: [Candidate], others: Int)

    /// A record that a reference could mean.
    public struct Candidate: Hashable, Sendable {
        /// The record's own number.
        public let number: Int64
        /// Its title.
        public let title: String
        /// What stands beside the title.
        public let detail: String

        /// Makes a candidate.
        public init(number: Int64, title: String, detail: String) {
            self.number = number
            self.title = title
            self.detail = detail
        }
    }

    /// What was wrong.
    public var problem: LocalizedText {
        switch self {
        case .unknownNumber(let number): text("Nothing here has the number %@.", String(number))
        case .unknownTitle(let title, _): text("No title here contains “%@”.", title)
        case .ambiguous(let title, let candidates, let others):
            text("“%1$@” fits %2$lld titles.", title, candidates.count + others)
        }
    }

    /// The candidates or the nearest titles.
    public var remedy: LocalizedText? {
        switch self {
        case .unknownNumber: text("“list” shows the numbers.")
        case .unknownTitle(_, let nearest) where nearest.isEmpty: text("“list” shows what is there.")
        case .unknownTitle(_, let nearest):
            text("Did you mean %@?", TextArgument.list(nearest.map { .text(text("“%@”", $0)) }))
        case .ambiguous(_, let candidates, let others):
            others == 0
                ? text("Give the number of one: %@.", Self.list(candidates))
                : text("Give the number of one: %@, or more of the title.", Self.list(candidates))
        }
    }

    /// The command failed.
    public var failure: FailureKind { .failed }

    private static func list(_ candidates: [Candidate]) -> TextArgument {
        .list(
            candidates.map { candidate in
                let number = String(candidate.number)
                return .text(
                    candidate.detail.isEmpty
                        ? text("%1$@ “%2$@”", number, candidate.title)
                        : text("%1$@ “%2$@” (%3$@)", number, candidate.title, candidate.detail))
            })
    }
}
