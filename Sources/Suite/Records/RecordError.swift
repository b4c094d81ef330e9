import Localization

/// A reference that names no record, or several.
public enum RecordError: PresentableError, Hashable {
    /// No record has this number; the command lists those that there are.
    case unknownNumber(Int64, listingCommand: String)
    /// No record's title contains this text; the nearest titles are offered, or the command that lists them all.
    case unknownTitle(String, nearest: [String], listingCommand: String)
    /// Several records fit.
    case ambiguous(String, candidates: [Candidate], others: Int)

    /// A record that a reference could mean.
    public struct Candidate: Hashable, Sendable {
        /// The record's own number.
        public let number: Int64
        /// Its title.
        public let title: String
        /// What stands beside the title; `nil` where there is nothing to say.
        public let detail: LocalizedText?
        /// What stands before the number where a person types it; nothing, unless a command says otherwise.
        public let mark: String

        /// Makes a candidate.
        public init(number: Int64, title: String, detail: LocalizedText?, mark: String = "") {
            self.number = number
            self.title = title
            self.detail = detail
            self.mark = mark
        }
    }

    /// The same error where a number alone would mean another kind of record, and one of this kind has a mark.
    ///
    /// ```swift
    /// do { return try session.record(reference, in: Sight.self) } catch let error as RecordError {
    ///     throw error.marked("sight:")
    /// }
    /// ```
    public func marked(_ mark: String) -> RecordError {
        guard case .ambiguous(let title, let candidates, let others) = self else { return self }
        return .ambiguous(
            title,
            candidates: candidates.map {
                Candidate(number: $0.number, title: $0.title, detail: $0.detail, mark: mark)
            }, others: others)
    }

    /// What was wrong.
    public var problem: LocalizedText {
        switch self {
        case .unknownNumber(let number, _): text("Nothing here has the number %@.", String(number))
        case .unknownTitle(let title, _, _): text("Nothing here fits “%@”.", title)
        case .ambiguous(let title, let candidates, let others):
            text("“%1$@” fits %2$lld entries.", title, candidates.count + others)
        }
    }

    /// The candidates or the nearest titles.
    public var remedy: LocalizedText? {
        switch self {
        case .unknownNumber(_, let command): text("“%@” shows the numbers.", command)
        case .unknownTitle(_, let nearest, let command):
            LocalizedText.didYouMean(nearest) ?? text("“%@” shows what is there.", command)
        case .ambiguous(_, let candidates, let others):
            others == 0
                ? text("Give the number of one: %@.", Self.list(candidates))
                : text("Give the number of one: %@, or write more of it.", Self.list(candidates))
        }
    }

    /// The command failed.
    public var failure: FailureKind { .failed }

    private static func list(_ candidates: [Candidate]) -> TextArgument {
        .choice(
            candidates.map { candidate in
                let number = candidate.mark + String(candidate.number)
                return .text(
                    candidate.detail.map { text("%1$@ “%2$@” (%3$@)", number, candidate.title, $0) }
                        ?? text("%1$@ “%2$@”", number, candidate.title))
            })
    }
}
