import Formats
import Localization
import ProgramKit
import Shell

/// An award, decoded from the award file of a language.
struct Award: Codable, Hashable, Sendable {
    let name: String
    /// The condition for earning the award, as a text.
    let description: String
    /// The colour of the earned award: the name of a `TerminalColor`.
    let color: String
    /// The raw value of an ``AwardCriterion``, or a criterion of a newer version.
    let criterion: String
    /// The count at which the award is earned.
    let value: Int
    /// The badge's symbol.
    let image: String

    /// The criterion; `nil` if this version doesn't support it.
    var knownCriterion: AwardCriterion? { AwardCriterion(rawValue: criterion) }

    /// The award's identity, which is the same in every language.
    var key: String { "\(criterion)-\(value)" }

    /// Whether the award is earned with the given counts. An award with an unknown criterion is never earned.
    func isEarned(_ counts: AwardCounts) -> Bool { knownCriterion.map { counts[$0] >= value } ?? false }
}

/// The objects that awards count.
enum AwardCriterion: String, CaseIterable, Sendable {
    /// All issues.
    case issues
    /// The closed issues.
    case closed
    /// All tags.
    case tags
}

/// The present count for each criterion.
struct AwardCounts: Hashable, Sendable {
    private let numbers: [AwardCriterion: Int]

    init(_ numbers: [AwardCriterion: Int]) { self.numbers = numbers }

    subscript(criterion: AwardCriterion) -> Int { numbers[criterion] ?? 0 }
}

/// The names of awards in the labels of the history. The store has them in English, and the program shows
/// them in the user's current language.
enum StoredAwardNames {
    /// The table name that marks an award's name among localized texts.
    private static let table = "awards.json"

    /// Returns an award's name in the form for storage. A program that doesn't know awards shows the English
    /// name.
    static func stored(_ award: Award) -> LocalizedText {
        let english = AwardFile.builtIn(.english).all.first { $0.key == award.key }
        return LocalizedText((english ?? award).name, table: table)
    }

    /// Returns a step's label with the names of awards in a language. Unknown names stay as they are.
    ///
    /// - Parameters:
    ///   - step: The stored label.
    ///   - language: The language.
    static func localized(_ step: LocalizedText, in language: Language) -> LocalizedText {
        step.replacingNested { name in
            guard name.table == table else { return name }
            let key = AwardFile.builtIn(.english).all.first { $0.name == name.key }?.key
            let award = AwardFile.builtIn(language).all.first { $0.key == key }
            return .verbatim(award?.name ?? name.key)
        }
    }
}

/// The awards in the file of a language.
struct AwardFile: Sendable {
    /// All awards, in the order of the file.
    let all: [Award]
    /// The problems in the file that didn't prevent reading it.
    let problems: [any PresentableError]

    /// Creates an empty list of awards for an unreadable file.
    init(unreadable problem: any PresentableError) {
        all = []
        problems = [problem]
    }

    /// Reads a file.
    ///
    /// Awards with an unknown criterion are never earned; ``problems`` lists them.
    ///
    /// - Throws: `DataFileError` if the file is invalid.
    init(_ file: DataFile) throws {
        let all = try file.decode([Award].self)
        self.all = all
        problems = all.enumerated().compactMap { index, award in
            if award.knownCriterion != nil { return nil }
            return file.refusal(
                at: JSONPath()[index]["criterion"], expected: text("one of: %@", AwardCriterion.names),
                found: text("“%@”", award.criterion))
        }
    }

    /// Returns the built-in awards in a language. Languages without a file use the English one.
    static func builtIn(_ language: Language) -> AwardFile {
        do {
            return try AwardFile(DataFile("awards.json", in: language, embedded: EmbeddedFiles.contents))
        } catch {
            return AwardFile(unreadable: error as? any PresentableError ?? UnexpectedError(error))
        }
    }
}

extension AwardCriterion {
    /// The names of all criteria, as a list for a sentence.
    static var names: TextArgument { .list(allCases.map { .string($0.rawValue) }) }
}
