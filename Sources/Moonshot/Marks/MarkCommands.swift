import Localization
import ModelData
import ProgramKit
import Shell

/// `favourite` and `unfavourite`: mark missions and astronauts as favourites, and remove this mark.
struct FavouriteCommand: Command {
    let declaration: CommandDeclaration
    private let marks: Bool

    static let favourite = FavouriteCommand(
        CommandDeclaration(
            "favourite", aliases: ["favorite"], group: .changes,
            summary: text("Marks a mission or an astronaut as a favourite."),
            parameters: [Subject.named.declaration],
            examples: [.verbatim("favourite 11"), .verbatim("favourite armstrong")], changesData: true),
        marks: true)
    static let unfavourite = FavouriteCommand(
        CommandDeclaration(
            "unfavourite", aliases: ["unfavorite"], group: .changes,
            summary: text("Removes a mission or an astronaut from the favourites."),
            parameters: [Subject.named.declaration], examples: [.verbatim("unfavourite 11")],
            changesData: true),
        marks: false)

    private init(_ declaration: CommandDeclaration, marks: Bool) {
        self.declaration = declaration
        self.marks = marks
    }

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let typed = try invocation[Subject.named].joined(separator: " ")
        let subject = try typed.isEmpty ? session.openedSubject() : session.subject(named: typed)
        let present = try session.favourite(of: subject)
        let (kind, key) = subject.key
        guard let favourite = present ?? (marks ? Favourite(kind: kind, key: key, added: session.today) : nil)
        else { throw MoonshotError.notFavourite(subject.name) }
        var record = Record(fields: [
            .init("kind", text("Kind"), .text(kind.rawValue)), .init("id", text("ID"), favourite.idCell),
            .init("favourite", text("Favourite"), .star(marks)),
        ])
        record.reader = { object in
            let isMarked = try object(favourite) != nil
            return [[Cell.RawValue.Member("favourite", .bool(isMarked))]]
        }
        let data = Block.record(record)
        if !marks {
            session.context.delete(favourite)
            return Output(
                [.message(text("%@ is no longer a favourite.", subject.label))], data: [data],
                label: text("Removed from the favourites: %@.", subject.label))
        }
        if present != nil {
            return Output(
                [.message(text("%@ is already a favourite. Nothing changed.", subject.label))], data: [data])
        }
        session.context.insert(favourite)
        return Output(
            [.message(text("%@ is now a favourite.", subject.label))], data: [data],
            label: text("Marked as a favourite: %@.", subject.label))
    }
}

/// `favourites`: lists the favourites.
struct FavouritesCommand: Command {
    let declaration = CommandDeclaration(
        "favourites", aliases: ["favorites"], group: .looking, summary: text("Lists the favourites."),
        examples: [.verbatim("favourites")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let favourites = try session.favourites()
        let table = Favourite.fields.table(
            "favourites", favourites, session.fieldContext, count: text("%lld favourites", favourites.count))
        return Output(
            table, ifEmpty: text("There are no favourites yet. Add one, for example with “favourite 11”."))
    }
}

/// `note`: writes, shows or deletes the note about a mission.
struct NoteCommand: Command {
    static let mission = Parameter.optional(
        "mission",
        ValueType<String>.nonBlank.completed(from: MissionCompletions.missions),
        placeholder: text("MISSION"),
        help: text("The mission's number or name, such as 11 or apollo11. Default: the open mission."))
    static let noteText = Parameter.words(
        "text", .text, help: text("The note. Without a text, the present note is shown."))
    static let delete = Parameter.flag("delete", help: text("Delete the note, after confirmation."))

    let declaration = CommandDeclaration(
        "note", group: .changes, summary: text("Writes a note about a mission."),
        discussion: [
            text(
                "A mission has one note. A new note replaces it; “undo” restores the old one."
            ),
            text(
                "If a mission is open, the note is about it, unless the text begins with another mission such as #8 or apollo8. A number alone is a part of the text."
            ),
        ],
        parameters: [mission.declaration, noteText.declaration, delete.declaration],
        examples: [
            text("note 8 \"Read the transcript of Christmas Eve\""), .verbatim("note 8"),
            .verbatim("note 8 --delete"), text("mission 11\nnote They came in peace"),
        ],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let (mission, noteText) = try Self.read(
            try invocation[Self.mission], try invocation[Self.noteText], in: session)
        let present = try session.note(about: mission)
        let name = mission.label
        if try invocation[Self.delete] {
            guard let present else { throw MoonshotError.noNote(mission: mission.name) }
            let question = text("Delete the note about %@?", name)
            guard try await session.interaction.confirm(question, for: invocation) else {
                return .nothingDeleted(data: [data(mission, present.text, present)])
            }
            session.context.delete(present)
            return output(text("Deleted the note about %@.", name), mission, nil, present)
        }
        guard !noteText.allSatisfy(\.isWhitespace) else {
            guard let present else { throw MoonshotError.noNote(mission: mission.name) }
            return output(.verbatim(present.text), mission, present.text, present).shownWhenQuiet
        }
        guard let present else {
            let note = MissionNote(mission: mission.number, text: noteText, written: session.today)
            session.context.insert(note)
            return output(text("Wrote a note about %@.", name), mission, noteText, note)
        }
        guard present.text != noteText else {
            return output(
                text("The note about %@ already has this text. Nothing changed.", name), mission, noteText,
                present)
        }
        present.text = noteText
        present.written = session.today.utcDate
        return output(text("Replaced the note about %@.", name), mission, noteText, present)
    }

    /// Returns the mission and the text of a note. If a mission is open, its name can be omitted, and a number before a text
    /// belongs to the text.
    @MainActor
    private static func read(
        _ named: String?, _ noteText: [String], in session: MoonshotSession
    ) throws -> (Mission, String) {
        let open = try session.openedMission()
        if let named, named.lowercased() == "apollo", let number = noteText.first, Int(number) != nil {
            let mission = try session.mission(named: "\(named) \(number)")
            return (mission, noteText.dropFirst().joined(separator: " "))
        }
        if let named, open == nil || names(named, isAlone: noteText.isEmpty) {
            return (try session.mission(named: named), noteText.joined(separator: " "))
        }
        guard let open else { throw session.nothingOpenError }
        return (open, ([named].compactMap(\.self) + noteText).joined(separator: " "))
    }

    /// Returns whether the first word of a note names another mission than the open one.
    private static func names(_ word: String, isAlone: Bool) -> Bool {
        let hasMark = word.hasPrefix("#") || word.lowercased().hasPrefix("apollo")
        return MissionReference(word).refersToMission && (hasMark || isAlone)
    }

    @MainActor
    private func output(
        _ message: LocalizedText, _ mission: Mission, _ text: String?, _ note: MissionNote
    ) -> Output {
        Output([.message(message)], data: [data(mission, text, note)])
    }

    @MainActor
    private func data(_ mission: Mission, _ noteText: String?, _ note: MissionNote) -> Block {
        var record = Record(fields: [
            .init("mission", text("Mission"), .identifier(mission.number)),
            .init("note", text("Note"), .text(noteText)),
        ])
        record.reader = { object in
            let note = try object(note) as? MissionNote
            return [[Cell.RawValue.Member("note", note.map { .string($0.text) } ?? .null)]]
        }
        return .record(record)
    }
}

/// `notes`: lists all notes.
struct NotesCommand: Command {
    let declaration = CommandDeclaration(
        "notes", group: .looking, summary: text("Lists the notes."), examples: [.verbatim("notes")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let notes = try session.notes()
        let table = MissionNote.fields.table(
            "notes", notes, session.fieldContext, count: text("%lld notes", notes.count))
        return Output(table, ifEmpty: text("There are no notes yet. Write one with “note MISSION TEXT”."))
    }
}

extension Favourite {
    /// The mission's number, or the astronaut's key.
    var idCell: Cell {
        if kind == .mission, let number = Int(key) { .identifier(number) } else { .text(key) }
    }

    /// The fields of a favourite.
    static let fields = FieldTable<Favourite> {
        Field.computed("kind", text("Kind"), stored: \.kind) { favourite, _ in
            Cell(.string(favourite.kind.rawValue), .text(favourite.kind.name))
        }
        .listed(priority: 8)
        Field.computed("id", text("ID"), stored: \.key) { favourite, _ in favourite.idCell }
        Field.computed("name", text("Name")) { favourite, _ in favourite.name }.listed(priority: 9)
        Field.computed("added", text("Marked"), stored: \.added) { favourite, _ in
            .day(CivilDate(utc: favourite.added))
        }
        .listed(priority: 8)
    }
}

extension MissionNote {
    /// The fields of a note.
    static let fields = FieldTable<MissionNote> {
        Field.computed("mission", Moonshot.text("Number"), stored: \.mission) { note, _ in
            .identifier(note.mission)
        }
        Field.computed("name", Moonshot.text("Mission")) { note, _ in note.name }
            .listed(priority: 9)
        Field.computed("note", Moonshot.text("Note"), stored: \.text) { note, _ in .text(note.text) }
            .listed(wraps: true)
        Field.computed("written", Moonshot.text("Written"), stored: \.written) { note, _ in
            .day(CivilDate(utc: note.written))
        }
        .listed(priority: 8)
    }
}
