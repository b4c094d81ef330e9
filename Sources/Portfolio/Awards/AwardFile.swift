import Formats
import Localization
import Shell
import Suite

/// The awards of a language, as its file defines them.
struct AwardFile: Sendable {
    /// All awards, in the order of the file.
    let all: [Award]
    /// What is wrong in the file, though it could be read.
    let problems: [any PresentableError]

    /// No awards, since the file can't be read.
    init(unreadable problem: any PresentableError) {
        all = []
        problems = [problem]
    }

    /// Reads a file.
    ///
    /// - Throws: ``DataFileError`` where it isn't what it must be. A criterion that isn't known is no such error: its
    ///   awards are never earned, and ``problems`` names them.
    init(_ file: DataFile) throws {
        let all = try DataFileLoader().load([Award].self, from: file)
        self.all = all
        problems = all.enumerated().compactMap { index, award in
            if award.known != nil { return nil }
            return file.refusal(
                at: JSONPath()[index]["criterion"], expected: text("one of: %@", AwardCriterion.names),
                found: text("“%@”", award.criterion))
        }
    }

    /// The awards in a language, built into the program; languages without a file of their own have the English one.
    static func builtIn(_ language: Language) -> AwardFile {
        guard let file = BuiltInFile.named("awards.json", language) else {
            return AwardFile(unreadable: BuiltInFileGone(name: "awards.json"))
        }
        do {
            return try AwardFile(file)
        } catch let problem as any PresentableError {
            return AwardFile(unreadable: problem)
        } catch {
            return AwardFile(unreadable: BuiltInFileGone(name: file.name))
        }
    }
}

extension AwardCriterion {
    /// All criteria, as a list of a sentence.
    static var names: TextArgument { .list(allCases.map { .string($0.rawValue) }) }
}
