import Localization
import ProgramKit
import Shell

/// `mission add`, `mission edit`, `astronaut add` and `astronaut edit`: change the user's own data files.
struct OwnDataCommand: Command {
    private static let number = Parameter.required(
        "number", .integer(in: 0...Int(Int32.max)).named(text("NUMBER")), help: text("The mission's number."),
        question: text("Number of the mission"))
    private static let mission = Parameter.required(
        "mission", MissionCommand.name, help: text("The mission's number or name."),
        question: text("Which mission"))
    private static let id = Parameter.required(
        "word", .nonBlank.named(text("WORD")),
        help: text("The astronaut's ID in crews, a word such as armstrong."),
        question: text("ID of the astronaut"))
    private static let astronaut = Parameter.required(
        "astronaut",
        ValueType<String>.text.named(text("ASTRONAUT")).completed(from: MissionCompletions.astronauts),
        help: text("The astronaut's ID or name."),
        question: text("Which astronaut"))
    private static let change = ValueType<String>.text.named(text("CHANGE"))
    private static let missionValues = Parameter.rest(
        "change", change,
        help: text(
            "Values such as launch:1973-07-04, samples:90 or crew:\"ada commander, bob pilot\"; “samples:” removes one. Other words are the description."
        ))
    private static let astronautValues = Parameter.rest(
        "change", change,
        help: text(
            "Values such as name:\"Ada Smith\", born:1931-05-02 or spaceflights:\"Vostok 2, Gemini 3\"; “born:” removes one. Other words are the description."
        ))
    private static let discussion = [
        text(
            "It needs your own data files: “set data DIR” or --data DIR names their directory. Missing files are created. The earlier file is kept with ~ at the end of its name."
        )
    ]

    /// What a command changes.
    private enum Change {
        case newMission, mission, newAstronaut, astronaut
    }

    static let commands = [
        OwnDataCommand(
            "mission add", text("Adds a mission to your own data files."), number.declaration, missionValues,
            "mission add 3 program:Gemini launch:1965-03-23 --data moon", .newMission),
        OwnDataCommand(
            "mission edit", text("Changes a mission in your own data files."), mission.declaration,
            missionValues, "mission edit 3 samples:0 --data moon", .mission),
        OwnDataCommand(
            "astronaut add", text("Adds an astronaut to your own data files."), id.declaration,
            astronautValues, "astronaut add grissom 'name:Virgil I. Grissom' --data moon", .newAstronaut),
        OwnDataCommand(
            "astronaut edit", text("Changes an astronaut in your own data files."), astronaut.declaration,
            astronautValues, "astronaut edit grissom born:1926-04-03 --data moon", .astronaut),
    ]

    let declaration: CommandDeclaration
    private let values: Parameter<[String]>
    private let change: Change

    private init(
        _ name: String, _ summary: LocalizedText, _ subject: ParameterDeclaration,
        _ values: Parameter<[String]>, _ example: String, _ change: Change
    ) {
        declaration = CommandDeclaration(
            name, group: .files, summary: summary, discussion: Self.discussion,
            parameters: [subject, values.declaration], examples: [.verbatim(example)], intent: .readFiles)
        self.values = values
        self.change = change
    }

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let files = try OwnFiles(of: session)
        let today = session.today
        let parsing = ParseContext(localizer: session.localizer, today: today)
        let words = try invocation[values]
        let message: LocalizedText, kind: Favourite.Kind, entryID: Cell, entryName: Cell
        switch change {
        case .newMission, .mission:
            let isNew = change == .newMission
            let number =
                try isNew ? invocation[Self.number] : Self.number(invocation[Self.mission], in: files)
            if isNew, files.programme.flights.contains(where: { $0.entry.id == number }) {
                throw OwnDataError.taken(number)
            }
            try files.write(mission: number, try Self.values(words, OwnValue.ofMission, parsing))
            let entry = try OwnFiles(of: session).programme.flights.first { $0.entry.id == number }?.entry
            let name = entry?.ownName.map { LocalizedText.verbatim($0) } ?? Mission.name(of: number)
            message = isNew ? text("Added the mission %@.", name) : text("Changed the mission %@.", name)
            (kind, entryID) = (.mission, .identifier(number))
            entryName = entry?.ownName.map { .text($0) } ?? Mission.nameCell(number, "")
        case .newAstronaut, .astronaut:
            let isNew = change == .newAstronaut
            let id = try isNew ? invocation[Self.id] : Self.id(invocation[Self.astronaut], in: files)
            if isNew { try Self.check(id, in: files) }
            try files.write(astronaut: id, try Self.values(words, OwnValue.ofAstronaut, parsing))
            let name = try OwnFiles(of: session).programme.astronauts.first { $0.id == id }?.name ?? id
            message = isNew ? text("Added the astronaut %@.", name) : text("Changed the astronaut %@.", name)
            (kind, entryID, entryName) = (.astronaut, .text(id), .text(name))
        }
        // The next command reads the files again.
        session.filledData = nil
        session.knownFacts = nil
        return Output(
            message,
            fields: [
                .init("kind", text("Kind"), .text(kind.rawValue)), .init("id", text("ID"), entryID),
                .init("name", text("Name"), entryName),
            ])
    }

    private static func number(_ typed: String, in files: OwnFiles) throws -> Int {
        let flights = files.programme.flights
        if let number = MissionReference(typed).number, flights.contains(where: { $0.entry.id == number }) {
            return number
        }
        let wanted = SearchFold.foldName(typed)
        let named = flights.first { $0.entry.ownName.map(SearchFold.foldName) == wanted }
        guard let named else { throw OwnDataError.unknownMission(typed) }
        return named.entry.id
    }

    /// Refuses an ID that a crew can't name, and one that the file has.
    private static func check(_ id: String, in files: OwnFiles) throws {
        if id.contains(where: { $0.isWhitespace || $0 == "," || $0 == ":" }) {
            throw OwnDataError.unfit(id, key: "id", expected: text("a word such as %@", "armstrong"))
        }
        if files.programme.astronauts.contains(where: { $0.id == id }) { throw OwnDataError.takenID(id) }
    }

    private static func id(_ typed: String, in files: OwnFiles) throws -> String {
        let astronauts = files.programme.astronauts
        if let same = astronauts.first(where: { $0.id == typed }) { return same.id }
        let folded = SearchFold.fold(typed)
        let found = TitleMatch.best(
            astronauts.filter {
                SearchFold.fold($0.id) == folded || SearchFold.contains($0.name, folded: folded)
            }, for: typed, title: \.name)
        guard found.count == 1 else { throw OwnDataError.unknownAstronaut(typed) }
        return found[0].id
    }

    /// Returns the values that words give; those without a key are the description.
    private static func values(
        _ words: [String], _ known: [OwnValue], _ parsing: ParseContext
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
            guard let value = known.first(where: { $0.isMeant(by: key) }) else {
                throw OwnDataError.unknownKey(String(key), known: known.map(\.typedWord))
            }
            values.append((value.key, try value.json(String(word[word.index(after: colon)...]), parsing)))
        }
        if !description.isEmpty {
            values.append(("description", OwnValue.quoted(description.joined(separator: " "))))
        }
        return values
    }
}
