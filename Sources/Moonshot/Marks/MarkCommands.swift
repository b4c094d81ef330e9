import Localization
import ModelData
import ProgramKit
import Shell

/// `favourite` and `unfavourite`: mark missions and astronauts as favourites, and remove this mark.
struct FavouriteCommand: Command {
    static let name = Parameter.words(
        "name",
        ValueType(
            placeholder: text("NAME"), completion: .source(MissionCompletions.all), parse: { name, _ in name }
        ),
        help: text("A mission or an astronaut. Default: the open one."))

    let declaration: CommandDeclaration
    private let marks: Bool

    static let favourite = FavouriteCommand(
        CommandDeclaration(
            "favourite", aliases: ["favorite"], group: .changes,
            summary: text("Marks a mission or an astronaut as a favourite."),
            parameters: [name.declaration],
            examples: [.verbatim("favourite 11"), .verbatim("favourite armstrong")],
            changesData: true),
        marks: true)
    static let unfavourite = FavouriteCommand(
        CommandDeclaration(
            "unfavourite", aliases: ["unfavorite"], group: .changes,
            summary: text("Removes a mission or an astronaut from the favourites."),
            parameters: [name.declaration], examples: [.verbatim("unfavourite 11")], changesData: true),
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
                .init("kind", text("Kind"), .text(kind.rawValue)), .init("id", text("ID"), .text(key)),
                .init("favourite", text("Favourite"), .star(marks)),
            ]))
        switch (marks, present) {
        case (true, nil):
            session.context.insert(Favourite(kind: kind, key: key, added: session.today))
            return Output(
                [.message(text("%@ is now a favourite.", subject.label))], data: [data],
                label: text("Marked as a favourite: %@.", subject.label))
        case (true, .some):
            return Output(
                [.message(text("%@ is already a favourite. Nothing changed.", subject.label))], data: [data])
        case (false, let favourite?):
            session.context.delete(favourite)
            return Output(
                [.message(text("%@ is no longer a favourite.", subject.label))], data: [data],
                label: text("Removed from the favourites: %@.", subject.label))
        case (false, nil):
            throw MoonshotError.notFavourite(subject.name)
        }
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
        if favourites.isEmpty {
            return Output(
                [.message(text("There are no favourites yet. Add one, for example with “favourite 11”."))],
                data: [.table(table)])
        }
        return Output([.table(table)])
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
            text("If a mission is open, the note is about it, unless the text begins with another mission."),
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
                return .nothingDeleted(data: [data(mission, present.text)])
            }
            session.context.delete(present)
            return output(text("Deleted the note about %@.", name), mission, nil)
        }
        guard !noteText.allSatisfy(\.isWhitespace) else {
            guard let present else { throw MoonshotError.noNote(mission: mission.name) }
            return output(.verbatim(present.text), mission, present.text).shownWhenQuiet
        }
        guard let present else {
            session.context.insert(
                MissionNote(mission: mission.number, text: noteText, written: session.today))
            return output(text("Wrote a note about %@.", name), mission, noteText)
        }
        guard present.text != noteText else {
            return output(
                text("The note about %@ already has this text. Nothing changed.", name), mission, noteText)
        }
        present.text = noteText
        present.written = session.today.utcDate
        return output(text("Replaced the note about %@.", name), mission, noteText)
    }

    /// Returns the mission and the text of a note. If a mission is open, its name can be omitted.
    @MainActor
    private static func read(
        _ named: String?, _ noteText: [String], in session: MoonshotSession
    ) throws -> (Mission, String) {
        let open = try session.openedMission()
        if let named, open == nil || MissionReference(named).refersToMission {
            return (try session.mission(named: named), noteText.joined(separator: " "))
        }
        guard let open else { throw session.nothingOpenError }
        return (open, ([named].compactMap(\.self) + noteText).joined(separator: " "))
    }

    @MainActor
    private func output(_ message: LocalizedText, _ mission: Mission, _ note: String?) -> Output {
        Output([.message(message)], data: [data(mission, note)])
    }

    @MainActor
    private func data(_ mission: Mission, _ note: String?) -> Block {
        .record(
            Record(fields: [
                .init("mission", text("Mission"), .identifier(mission.number)),
                .init("note", text("Note"), .text(note)),
            ]))
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
        if notes.isEmpty {
            return Output(
                [.message(text("There are no notes yet. Write one with “note MISSION TEXT”."))],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }
}
