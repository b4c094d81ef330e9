import Localization
import ModelData
import Shell
import Suite

/// `favourite` and `unfavourite`: marks missions and astronauts.
struct FavouriteCommand: Command {
    static let name = Parameter.rest(
        "name", ValueType(placeholder: "NAME", completion: .live(LiveValues.all), parse: { name, _ in name }),
        help: text("A mission or an astronaut; what is open where none is named."))

    let declaration: CommandDeclaration
    private let marks: Bool

    static let favourite = FavouriteCommand(
        CommandDeclaration(
            "favourite", aliases: ["favorite"], group: .changes,
            summary: text("Marks a mission or an astronaut as a favourite."),
            parameters: [name.declaration], examples: ["favourite 11", "favourite armstrong"],
            changesData: true),
        marks: true)
    static let unfavourite = FavouriteCommand(
        CommandDeclaration(
            "unfavourite", aliases: ["unfavorite"], group: .changes,
            summary: text("Takes the mark of a favourite away."),
            parameters: [name.declaration], examples: ["unfavourite 11"], changesData: true),
        marks: false)

    private init(_ declaration: CommandDeclaration, marks: Bool) {
        self.declaration = declaration
        self.marks = marks
    }

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let typed = try invocation[Self.name].joined(separator: " ")
        let subject = try typed.isEmpty ? session.openedSubject() : session.subject(named: typed)
        let present = try session.favourite(of: subject)
        let (kind, key) = subject.key
        let data = Block.record(
            Record(fields: [
                .init("kind", text("Kind"), .text(kind.rawValue)), .init("id", text("Id"), .text(key)),
                .init("favourite", text("Favourite"), MissionCells.favourite(marks)),
            ]))
        switch (marks, present) {
        case (true, nil):
            session.context.insert(Favourite(kind: kind, key: key, added: session.today))
            return Output(
                [.message(text("%@ is a favourite now.", subject.words))], data: [data],
                label: text("Marked as a favourite: %@.", subject.words))
        case (true, .some):
            return Output(
                [.message(text("%@ is a favourite already. Nothing changed.", subject.words))], data: [data])
        case (false, let favourite?):
            session.context.delete(favourite)
            return Output(
                [.message(text("%@ is no favourite any more.", subject.words))], data: [data],
                label: text("Took from the favourites: %@.", subject.words))
        case (false, nil):
            throw MoonshotError.notFavourite(subject.name)
        }
    }
}

/// `favourites`: what is marked.
struct FavouritesCommand: Command {
    let declaration = CommandDeclaration(
        "favourites", aliases: ["favorites"], group: .looking, summary: text("Lists the favourites."),
        examples: ["favourites"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let favourites = try session.favourites()
        let table = Table(
            "favourites",
            columns: [
                .init("kind", text("Kind"), priority: 8), .init("id", text("Id"), isShown: false),
                .init("name", text("Name"), priority: 9), .init("added", text("Marked"), priority: 8),
            ],
            rows: try favourites.map { favourite in
                [
                    Cell(.string(favourite.kind.rawValue), .text(favourite.kind.name)), .text(favourite.key),
                    try MissionCells.name(favourite, in: session), .day(CivilDate(utc: favourite.added)),
                ]
            },
            count: text("%lld favourites", favourites.count))
        if favourites.isEmpty {
            return Output(
                [.message(text("There are no favourites yet. “favourite 11” marks one."))],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }
}

/// `note`: writes a note about a mission, shows it, or deletes it.
struct NoteCommand: Command {
    static let mission = Parameter.optional(
        "mission",
        ValueType<String>.nonBlank.completed(from: LiveValues.missions),
        help: text("The mission's number or name, such as 11 or apollo11; the open one where none is named."))
    static let words = Parameter.rest(
        "text", .text, help: text("The note; the one that is there is shown where nothing is written."))
    static let delete = Parameter.flag("delete", help: text("Deletes the note."))

    let declaration = CommandDeclaration(
        "note", group: .changes, summary: text("Writes a note about a mission."),
        discussion: [
            text(
                "A mission has one note; a new one takes the place of the old one, and “undo” brings that back."
            ),
            text("Where a mission is open, the note is about it, unless it begins with another mission."),
        ],
        parameters: [mission.declaration, words.declaration, delete.declaration],
        examples: [
            "note 8 \"Read the transcript of Christmas Eve\"", "note 8", "note 8 --delete",
            "mission 11\nnote They came in peace",
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let (mission, words) = try Self.read(
            try invocation[Self.mission], try invocation[Self.words], in: session)
        let present = try session.note(about: mission)
        let name = Mission.name(of: mission.number)
        if try invocation[Self.delete] {
            guard let present else { throw MoonshotError.noNote(mission: mission.name) }
            session.context.delete(present)
            return output(text("Deleted the note about %@.", name), mission, nil)
        }
        guard !words.allSatisfy(\.isWhitespace) else {
            guard let present else { throw MoonshotError.noNote(mission: mission.name) }
            return output(.verbatim(present.text), mission, present.text).asAnswer
        }
        guard let present else {
            session.context.insert(MissionNote(mission: mission.number, text: words, written: session.today))
            return output(text("Wrote a note about %@.", name), mission, words)
        }
        guard present.text != words else {
            return output(
                text("The note about %@ is already like that. Nothing changed.", name), mission, words)
        }
        present.text = words
        present.written = session.today.utcDate
        return output(text("Replaced the note about %@.", name), mission, words)
    }

    /// The mission that a note is about, and the note: where a mission is open, its name may be left out.
    @MainActor
    private static func read(
        _ named: String?, _ words: [String], in session: MoonshotSession
    ) throws -> (Mission, String) {
        let open = try session.openedMission()
        if let named, open == nil || MissionReference(named).isMeant {
            return (try session.mission(named: named), words.joined(separator: " "))
        }
        guard let open else { throw session.nothingOpen }
        return (open, ([named].compactMap(\.self) + words).joined(separator: " "))
    }

    @MainActor
    private func output(_ message: LocalizedText, _ mission: Mission, _ note: String?) -> Output {
        Output(
            [.message(message)],
            data: [
                .record(
                    Record(fields: [
                        .init("mission", text("Mission"), .identifier(mission.number)),
                        .init("note", text("Note"), .text(note)),
                    ]))
            ])
    }
}

/// `notes`: all notes.
struct NotesCommand: Command {
    let declaration = CommandDeclaration(
        "notes", group: .looking, summary: text("Lists the notes."), examples: ["notes"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let notes = try session.notes()
        let table = Table(
            "notes",
            columns: [
                .init("mission", text("Number"), isShown: false), .init("name", text("Mission"), priority: 9),
                .init("note", text("Note"), wraps: true), .init("written", text("Written"), priority: 8),
            ],
            rows: notes.map { note in
                [
                    .identifier(note.mission),
                    MissionCells.name(note.mission, session.name(ofMission: note.mission)), .text(note.text),
                    .day(CivilDate(utc: note.written)),
                ]
            },
            count: text("%lld notes", notes.count))
        if notes.isEmpty {
            return Output(
                [.message(text("There are no notes yet. “note MISSION TEXT” writes one."))],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }
}
