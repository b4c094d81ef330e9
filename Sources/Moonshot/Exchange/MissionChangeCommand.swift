import Localization
import ProgramKit
import Shell

/// `mission add` and `mission edit`: change the missions in the user's own data files.
struct MissionChangeCommand: Command {
    private static let number = Parameter.required(
        "number", .integer(in: 0...Int(Int32.max)).named(text("NUMBER")), help: text("The mission's number."),
        question: text("Number of the mission"))
    private static let mission = Parameter.required(
        "mission", MissionCommand.name, help: text("The mission's number or name."),
        question: text("Which mission"))
    private static let change = ValueType<String>(placeholder: text("CHANGE"), parse: { word, _ in word })
    private static let values = Parameter.rest(
        "change", change,
        help: text(
            "Values such as launch:1973-07-04, samples:90 or crew:\"ada commander, bob pilot\"; “samples:” removes one. Other words are the description."
        ))
    private static let discussion = [
        text(
            "It needs your own data files: “set data DIR” or --data DIR names their directory. Missing files are created. The earlier file is kept with ~ at the end of its name."
        )
    ]

    static let add = MissionChangeCommand(
        CommandDeclaration(
            "mission add", group: .files, summary: text("Adds a mission to your own data files."),
            discussion: discussion, parameters: [number.declaration, values.declaration],
            examples: [.verbatim("mission add 3 program:Gemini launch:1965-03-23 --data moon")],
            intent: .readFiles), isNew: true)
    static let edit = MissionChangeCommand(
        CommandDeclaration(
            "mission edit", group: .files, summary: text("Changes a mission in your own data files."),
            discussion: discussion, parameters: [mission.declaration, values.declaration],
            examples: [.verbatim("mission edit 3 samples:0 --data moon")], intent: .readFiles), isNew: false)

    let declaration: CommandDeclaration
    private let isNew: Bool

    private init(_ declaration: CommandDeclaration, isNew: Bool) {
        self.declaration = declaration
        self.isNew = isNew
    }

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let file = try MissionFile(of: session)
        let number = try isNew ? invocation[Self.number] : self.number(invocation[Self.mission], in: file)
        if isNew, file.flights.contains(where: { $0.entry.id == number }) {
            throw MissionFileError.taken(number)
        }
        let today = session.today
        let parsing = ParseContext(localizer: session.localizer, today: today)
        try file.write(number, try Self.values(try invocation[Self.values], parsing))
        // The next command reads the files again.
        session.filledData = nil
        session.knownFacts = nil
        let own = try MissionFile(of: session).flights.first { $0.entry.id == number }?.entry.ownName
        let name = own.map { LocalizedText.verbatim($0) } ?? Mission.name(of: number)
        return Output([
            .message(isNew ? text("Added the mission %@.", name) : text("Changed the mission %@.", name))
        ])
    }

    private func number(_ typed: String, in file: MissionFile) throws -> Int {
        if let number = MissionReference(typed).number,
            file.flights.contains(where: { $0.entry.id == number })
        {
            return number
        }
        let wanted = SearchFold.foldName(typed)
        let named = file.flights.first { $0.entry.ownName.map(SearchFold.foldName) == wanted }
        guard let named else { throw MissionFileError.unknownMission(typed) }
        return named.entry.id
    }

    /// Returns the values that words give; those without a key are the description.
    private static func values(
        _ words: [String], _ parsing: ParseContext
    ) throws -> [(key: String, json: String?)] {
        var values: [(key: String, json: String?)] = [], description: [String] = []
        for word in words {
            guard let colon = word.firstIndex(of: ":"), colon > word.startIndex,
                word[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }),
                word[word.index(after: colon)...].first?.isWhitespace != true
            else {
                description.append(word)
                continue
            }
            let key = word[..<colon]
            guard let value = MissionValue(word: key) else {
                throw MissionFileError.unknownKey(
                    String(key), nearest: nearest(to: String(key), in: MissionValue.words, limit: 1))
            }
            values.append((value.key, try value.json(String(word[word.index(after: colon)...]), parsing)))
        }
        if !description.isEmpty {
            values.append(("description", MissionValue.quoted(description.joined(separator: " "))))
        }
        return values
    }
}
