import Localization
import Shell
import Suite

/// `sight edit`: changes a sight's fields with options or by asking for each field.
struct SightEditCommand: Command {
    static let name = Parameter.option("name", .nonBlank, help: text("The new name."))

    let declaration = CommandDeclaration(
        "sight edit", group: .changes, summary: text("Changes a sight."),
        discussion: [
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            )
        ],
        parameters: [SightArguments.sight.declaration, SightArguments.inside.declaration, name.declaration]
            + SightArguments.fields,
        examples: [
            text("sight edit colosseum --at 41.8902,12.4922"),
            .verbatim("sight edit 7 --address \"Piazza di Trevi\""),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sight = try session.sight(
            try invocation[SightArguments.sight], in: try invocation[SightArguments.inside])
        var changes = try SightChanges(invocation, in: session)
        changes.name = try invocation[Self.name]
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw TripError.nothingToChange(option: "--name") }
            changes = try await ask(sight, session)
        }
        let oldName = sight.name
        let changed = changes.apply(to: sight)
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", oldName)
            : text("Changed “%1$@”: %2$@.", oldName, TextArgument.list(changed.map { .text($0) }))
        let warnings = [changes.hoursWarning].compactMap { $0 }.map { Block.warning($0) }
        return Output([.message(message)] + warnings, data: [.record(SightTable.data(sight))])
    }

    @MainActor
    private func ask(_ sight: Sight, _ session: TripSession) async throws -> SightChanges {
        let questions = FieldQuestions(session)
        var changes = SightChanges()
        changes.name = try await questions.answer(text("Name"), .nonBlank, sight.name)
        changes.place = try await questions.optional(
            text("Place, as degrees north and east (blank for none)"), .place, sight.place,
            typed: \.text)
        changes.address = try await questions.line(text("Address"), sight.address)
        changes.note = try await questions.lineOrEditor(
            text("Note"), editing: text("Edit the note in your editor?"), sight.note)
        return changes
    }
}
