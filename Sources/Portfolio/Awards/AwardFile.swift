import Formats
import Localization
import ProgramKit
import Shell

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
        let all = try DataFileLoader().load([Award].self, from: file)
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
        guard let file = BuiltInFile.named("awards.json", language) else {
            return AwardFile(unreadable: MissingBuiltInFile(name: "awards.json"))
        }
        do {
            return try AwardFile(file)
        } catch let problem as any PresentableError {
            return AwardFile(unreadable: problem)
        } catch {
            return AwardFile(unreadable: MissingBuiltInFile(name: file.name))
        }
    }
}

extension AwardCriterion {
    /// The names of all criteria, as a list for a sentence.
    static var names: TextArgument { .list(allCases.map { .string($0.rawValue) }) }
}
