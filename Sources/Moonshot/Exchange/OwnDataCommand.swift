import Localization
import ProgramKit
import Shell

/// `mission add`, `mission edit`, `astronaut add` and `astronaut edit`: change the user's own data files.
struct OwnDataCommand: Command {
    private static let number = Parameter.required(
        "number", newNumber, help: text("The mission's number."),
        question: text("Number of the mission"))
    private static let newNumber: ValueType<Int> = {
        let number = ValueType<Int>.integer(in: 0...Int(Int32.max)).named(text("NUMBER"))
        return ValueType(placeholder: number.placeholder) { string, context in
            do {
                return try number.parse(string, context)
            } catch let error as ValueError {
                guard !string.isEmpty, string.allSatisfy(\.isLetter) else { throw error }
                // “mission add Gemini 3”. The number is another word.
                let placeholder = context.localizer.string(text("NUMBER"))
                let line = "mission add \(placeholder) program:\(string)"
                throw ValueError.refused(error.problem, remedy: text("Write “%@”.", line))
            }
        }
    }()
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
    private static let change = ValueType<String>.text.named(text("CHANGE")).keepingQuotes
    private static let missionValues = Parameter.rest(
        "change", change,
        help: text(
            "Values such as launch:1973-07-04, samples:90 or crew:\"ada commander, bob pilot\"; “samples:” removes one. Words before them are the description."
        ))
    private static let astronautValues = Parameter.rest(
        "change", change,
        help: text(
            "Values such as name:\"Ada Smith\", born:1931-05-02 or spaceflights:\"Vostok 2, Gemini 3\"; “born:” removes one. Words before them are the description."
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
        let words = try invocation[values].map { OwnWord($0) }
        let message: LocalizedText, kind: Favourite.Kind, entryID: Cell, entryName: Cell
        switch change {
        case .newMission, .mission:
            let isNew = change == .newMission
            let number =
                try isNew ? invocation[Self.number] : Self.number(invocation[Self.mission], in: files)
            if isNew, files.programme.flights.contains(where: { $0.entry.id == number }) {
                throw OwnDataError.taken(number)
            }
            if !isNew, words.isEmpty { throw Self.nothing("samples", "90", OwnValue.ofMission, parsing) }
            try files.write(mission: number, try Self.values(words, OwnValue.ofMission, parsing))
            let entry = try OwnFiles(of: session).programme.flights.first { $0.entry.id == number }?.entry
            let name = entry?.ownName.map { LocalizedText.verbatim($0) } ?? Mission.name(of: number)
            message = isNew ? text("Added the mission %@.", name) : text("Changed the mission %@.", name)
            (kind, entryID) = (.mission, .identifier(number))
            entryName = entry?.ownName.map { .text($0) } ?? Mission.nameCell(number, "")
        case .newAstronaut, .astronaut:
            let isNew = change == .newAstronaut
            let id = try isNew ? invocation[Self.id] : Self.id(invocation[Self.astronaut], in: files)
            if isNew {
                try Self.check(id, in: files)
            } else if words.isEmpty {
                throw Self.nothing("born", "1931-05-02", OwnValue.ofAstronaut, parsing)
            }
            let values = try Self.values(words, OwnValue.ofAstronaut, parsing)
            if isNew, !values.contains(where: { $0.key == "name" && $0.json != nil }) {
                throw OwnDataError.noName(line: Self.line(adding: id, words))
            }
            try files.write(astronaut: id, values)
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

    /// Returns the error of a change without values.
    private static func nothing(
        _ key: String, _ value: String, _ known: [OwnValue], _ parsing: ParseContext
    ) -> OwnDataError {
        let word = known.first { $0.key == key }?.shownWord(in: known, parsing.localizer)
        return .nothingToChange(example: "\(word ?? key):\(value)")
    }

    /// Returns the line that adds an astronaut with a name: that of `astronaut add Gus Grissom`, or else an example.
    private static func line(adding id: String, _ words: [OwnWord]) -> String {
        let name = [id] + words.filter { $0.keyed == nil }.map(\.text)
        let isName = (2...3).contains(name.count) && name.allSatisfy { $0.first?.isUppercase ?? false }
        let newID = isName ? SearchFold.fold(name[name.count - 1]).filter(\.isLetter) : id
        let line = [
            "astronaut add", Quoting.quote(newID.isEmpty ? id : newID),
            "name:\(Quoting.quote(isName ? name.joined(separator: " ") : "Ada Smith"))",
        ]
        let others = words.filter { $0.keyed.map { $0.key != "name" } ?? !isName }
        return (line + others.map { Quoting.quote($0.text) }).joined(separator: " ")
    }

    /// Returns the values that words give; those without a key are the description. Words after a value that may belong to it
    /// are refused.
    private static func values(
        _ words: [OwnWord], _ known: [OwnValue], _ parsing: ParseContext
    ) throws -> [(key: String, json: String?)] {
        var values: [(key: String, json: String?)] = [], description: [String] = []
        var given: Set<String> = [], index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            guard let (key, typed) = word.keyed else {
                description.append(word.text)
                continue
            }
            guard let value = OwnValue.meant(by: key, in: known, parsing.localizer) else {
                throw OwnValue.unknown(key, in: known, parsing.localizer)
            }
            guard given.insert(value.key).inserted else { throw UsageError.repeatedOption("\(key):") }
            var whole = typed
            if !word.isQuoted {
                let next = words[index...].prefix { !$0.isQuoted && $0.keyed == nil }.map(\.text)
                let count = value.count(of: next, after: typed, parsing)
                whole = ([typed] + next.prefix(count)).joined(separator: " ")
                index += count
                let rest = Array(next.dropFirst(count))
                if !rest.isEmpty {
                    throw try unclear(
                        rest, after: value, key, whole,
                        addedTo: given.contains("description") ? nil : description,
                        parsing)
                }
            }
            values.append((value.key, try value.json(whole, as: key, parsing)))
        }
        if !description.isEmpty {
            guard given.insert("description").inserted else {
                throw UsageError.repeatedOption("description:")
            }
            values.append(("description", OwnValue.quoted(description.joined(separator: " "))))
        }
        return values
    }

    /// Returns the error of words that may belong to the value before them or to the description, as in `name:John Young`.
    ///
    /// - Parameters:
    ///   - rest: The words.
    ///   - value: The value before them.
    ///   - key: Its key as the user typed it.
    ///   - typed: What the user typed after it.
    ///   - description: The words of the description before them; `nil` if a key gives the description.
    ///   - parsing: The user's language and the day.
    /// - Throws: The error of the value if the words can't belong to it, and it isn't one without them.
    private static func unclear(
        _ rest: [String], after value: OwnValue, _ key: String, _ typed: String,
        addedTo description: [String]?, _ parsing: ParseContext
    ) throws -> UsageError {
        let added = rest.joined(separator: " ")
        let longer = typed.isEmpty ? added : "\(typed) \(added)"
        var examples: [String] = []
        if (try? value.json(longer, as: key, parsing)) != nil {
            examples.append("\(key):\(Quoting.quote(longer))")
        }
        do {
            _ = try value.json(typed, as: key, parsing)
            if description != nil || examples.isEmpty {
                let text = ((description ?? []) + rest).joined(separator: " ")
                let own = typed.isEmpty ? "" : Quoting.quote(typed)
                examples.append("\(key):\(own) description:\(Quoting.quote(text))")
            }
        } catch {
            if examples.isEmpty { throw error }
        }
        return .unclearText(added, option: "\(key):", argument: text("DESCRIPTION"), examples: examples)
    }
}

/// A word of a line that changes the files.
private struct OwnWord {
    /// The word without quotation marks.
    let text: String
    /// Whether it has quotation marks. The operating system's shell has removed those of a word with spaces.
    let isQuoted: Bool
    /// The key and the value of a word such as `samples:90`; `nil` for a word of the description.
    let keyed: (key: String, value: String)?

    /// - Parameter written: The word, with the quotation marks of its quoted parts.
    init(_ written: String) {
        let isWhole = QuotedText.isWhole(written)
        let text = isWhole ? written : QuotedText.unquoted(written)
        self.text = text
        isQuoted = isWhole || text != written
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex,
            text[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }),
            text[text.index(after: colon)...].first?.isWhitespace != true
        else {
            keyed = nil
            return
        }
        keyed = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
