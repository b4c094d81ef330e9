import Localization
import Shell
import Suite

/// `edit`: changes a destination's fields with options or by asking for each field.
struct EditCommand: Command {
    static let destination = Parameter.optional(
        "destination", .destination, help: text("The destination. Default: the open one."))
    static let name = Parameter.option("name", .nonBlank, help: text("The new name."))

    let declaration = CommandDeclaration(
        "edit", group: .changes, summary: text("Changes a destination."),
        discussion: [
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            ),
            text(
                "If you give no end, the trip keeps its length, and the planned sights move with its beginning."
            ),
        ],
        parameters: [destination.declaration, name.declaration] + DestinationFields.declarations
            + [TripParameters.membership.declaration],
        examples: [
            text("edit rome --date \"2025-05-01 18:30\""), .verbatim("edit 12 --priority must"),
            .verbatim("edit 12"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.record(try invocation[Self.destination], orOpen: Destination.self)
        var changes = try DestinationFields.changes(invocation)
        changes.name = try invocation[Self.name]
        switch try invocation[TripParameters.membership] {
        case nil: break
        case .some(.none): changes.trip = TripMembership.none
        case .some(.some(let reference)):
            changes.trip = TripMembership.some(try session.record(reference, in: Trip.self))
        }
        if changes.isEmpty {
            guard session.interaction.isInteractive else {
                throw TripError.nothingToChange(option: "--date")
            }
            changes = try await DestinationQuestions(destination: destination, session: session).ask()
        }
        return try Self.apply(changes, to: destination, in: session)
    }

    /// Applies changes and reports the changed fields.
    @MainActor
    static func apply(
        _ changes: DestinationChanges, to destination: Destination, in session: TripSession
    ) throws -> Output {
        let oldName = destination.name
        let first = destination.dates?.firstDay
        let changed = try changes.apply(to: destination, in: session)
        let shift = first.flatMap { first in destination.dates.map { first.days(until: $0.firstDay) } } ?? 0
        let contents = TripContents(destination)
        let movesSights = changes.movesSights ?? (changes.end == nil)
        if shift != 0, movesSights { try contents.move(days: shift, in: session) }
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", oldName)
            : text("Changed “%1$@”: %2$@.", oldName, TextArgument.list(changed.map { .text($0) }))
        var blocks = [Block.message(message)]
        // Say the length if it can't be seen in the command, which named one day.
        if (changes.start == nil) != (changes.end == nil), !changed.isEmpty, let dates = destination.dates,
            dates.length > 1
        {
            blocks.append(.message(text("The trip takes %lld days.", dates.length)))
        }
        // After the question whether to move them, the hint would only repeat it.
        blocks += contents.messages(
            from: first, to: destination.dates?.firstDay, hasMoved: movesSights,
            showsHint: changes.movesSights == nil
        ).map { .message($0) }
        return Output(blocks, data: [.record(DestinationRecord.data(destination))])
    }
}
