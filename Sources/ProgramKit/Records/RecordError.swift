import Localization

/// The error of a reference that fits no record or several.
public enum RecordError: PresentableError, Hashable {
    /// No record has this number. The command lists the records.
    case unknownNumber(Int64, listingCommand: String)
    /// No record's title contains this text. The remedy offers the nearest titles, or the command that lists
    /// all records.
    case unknownTitle(String, nearest: [String], listingCommand: String)
    /// A word for all records, which no record has as its title.
    case all(String)
    /// The named records don't meet the conditions of the line. The value is their titles.
    case unmetConditions([String])
    /// Several records fit the reference. The values are some of these records as candidates, and the number
    /// of the remaining records.
    case ambiguous(String, candidates: [Candidate], others: Int)

    /// A record that fits the reference.
    public struct Candidate: Hashable, Sendable {
        /// The record's number.
        public let number: Int64
        /// The record's title.
        public let title: String
        /// A detail beside the title, such as the author; `nil` if there is none.
        public let detail: LocalizedText?
        /// The prefix that the number needs on the command line if numbers alone mean records of another
        /// model. Default: none.
        public let mark: String

        /// Makes a candidate.
        ///
        /// - Parameters:
        ///   - number: The record's number.
        ///   - title: The record's title.
        ///   - detail: A detail beside the title, such as the author.
        ///   - mark: The prefix that the number needs on the command line. Default: none.
        public init(number: Int64, title: String, detail: LocalizedText?, mark: String = "") {
            self.number = number
            self.title = title
            self.detail = detail
            self.mark = mark
        }
    }

    /// Returns the same error with a prefix before the candidates' numbers, for a command in which a number
    /// without a prefix means a record of another model.
    ///
    /// ```swift
    /// func book(_ reference: RecordReference, in session: BookSession) throws -> Book {
    ///     do { return try session.record(reference, in: Book.self) } catch let error as RecordError {
    ///         throw error.marked("book:")
    ///     }
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

    /// What is wrong.
    public var problem: LocalizedText {
        switch self {
        case .unknownNumber(let number, _): text("There is no entry number %@ here.", String(number))
        case .unknownTitle(let title, _, _): text("Nothing here matches “%@”.", title)
        case .all(let word): text("No entry has the title “%@”.", word)
        case .unmetConditions(let titles):
            text(
                "The conditions don't hold for %@.",
                TextArgument.list(Self.shown(titles).map { .text(text("“%@”", $0)) }))
        case .ambiguous(let title, let candidates, let others):
            text("“%1$@” matches %2$lld entries.", title, candidates.count + others)
        }
    }

    /// The candidates, the nearest titles, the condition that is meant, or the listing command.
    public var remedy: LocalizedText? {
        switch self {
        case .unknownNumber(_, let command): text("“%@” shows the numbers.", command)
        case .unknownTitle(let title, let nearest, let command):
            Self.numbers(in: title) ?? LocalizedText.didYouMean(nearest) ?? Self.texts(in: title)
                ?? text("“%@” lists the entries.", command)
        case .all: Self.severalEntries(named: "number:1..")
        case .unmetConditions: nil
        case .ambiguous(_, let candidates, let others):
            others == 0
                ? text("Give the number of one: %@.", Self.list(candidates))
                : text("Give the number of one, such as %@, or more of the title.", Self.list(candidates))
        }
    }

    /// The exit status of a failed command.
    public var failure: FailureKind { .failed }

    /// Returns the condition for several numbers, such as `1,2`, `1-3` or `1 or 2`; `nil` for other texts.
    private static func numbers(in title: String) -> LocalizedText? {
        let words = title.split(whereSeparator: \.isWhitespace).map(String.init)
        let operators = Language.available.map { ConditionOperators(Localizer($0)) }
        let others = words.filter { word in !operators.contains { $0[word] != nil } }
        guard let numbers = TypedNumbers(others.joined(separator: " ")), !numbers.isOne else { return nil }
        return severalEntries(named: numbers.condition)
    }

    /// Returns the condition for several texts with “or” between them, such as `solaris or eden`; `nil` for other texts.
    private static func texts(in title: String) -> LocalizedText? {
        let words = title.split(whereSeparator: \.isWhitespace).map(String.init)
        let operators = Language.available.map { ConditionOperators(Localizer($0)) }
        let texts = words.split { word in operators.contains { $0[word] == .or } }
        guard texts.count > 1 else { return nil }
        let conditions = texts.map { text in
            text.count == 1
                ? "text:\(text.joined())" : "text:\(QuotedText.quoted(text.joined(separator: " ")))"
        }
        return severalEntries(named: conditions.joined(separator: " or "))
    }

    private static func severalEntries(named condition: String) -> LocalizedText {
        text(
            "Commands for several entries take “%1$@”, and “edit” takes “--where %2$@”.", condition,
            condition.contains(" ") ? QuotedText.quoted(condition) : condition)
    }

    /// Returns the first of several titles.
    private static func shown(_ titles: [String]) -> [String] {
        titles.count > 8 ? Array(titles.prefix(8)) + ["…"] : titles
    }

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

extension LocalizedText {
    /// Returns “Did you mean “Solaris” or “Eden”?”, the remedy of an error about an unknown name.
    ///
    /// ```swift
    /// LocalizedText.didYouMean(["Solaris", "Eden"]) ?? text("“shelves” lists them.")
    /// ```
    ///
    /// - Parameter names: The most similar names, the most similar first.
    /// - Returns: The question; `nil` without names.
    public static func didYouMean(_ names: [String]) -> LocalizedText? {
        if names.isEmpty { return nil }
        return text("Did you mean %@?", TextArgument.choice(names.map { .text(text("“%@”", $0)) }))
    }

    /// Returns “Did you mean “home”? “tag new work” creates “work”.”.
    ///
    /// - Parameters:
    ///   - names: The most similar names, the most similar first.
    ///   - name: The unknown name.
    ///   - command: The line that creates it.
    /// - Returns: The question; `nil` without names.
    public static func didYouMean(_ names: [String], orCreate name: String, by command: String)
        -> LocalizedText?
    {
        if names.isEmpty { return nil }
        return text(
            "Did you mean %1$@? “%2$@” creates “%3$@”.",
            TextArgument.choice(names.map { .text(text("“%@”", $0)) }), command, name)
    }

    /// Returns the remedy of an error about an unknown key.
    static func keys(nearest: [String], all keys: [String]) -> LocalizedText {
        didYouMean(nearest.map { "\($0):" })
            ?? text(
                "The keys are: %@. Put “text:” before a text with a colon.",
                TextArgument.list(keys.map { .string("\($0):") }))
    }

    /// Returns a text of a record, such as an author, as a localized text that is never translated; `nil` if
    /// it is empty.
    ///
    /// ```swift
    /// var recordDetail: LocalizedText? { LocalizedText.nonEmpty(book.author) }
    /// ```
    public static func nonEmpty(_ text: String?) -> LocalizedText? {
        guard let text, !text.isEmpty else { return nil }
        return .verbatim(text)
    }
}
