import Localization
import ProgramKit
import Shell

/// `poi add`: creates a point of interest.
struct PointAddCommand: Command {
    static let name = Parameter.words(
        "name", .nonBlank, minimum: 1, placeholder: text("NAME"),
        help: text("The name of the point of interest."), question: text("Name"))

    let declaration = CommandDeclaration(
        "poi add", aliases: ["poi new"], group: .points, summary: text("Adds a point of interest."),
        parameters: [name.declaration] + PointArguments.fields + [PointArguments.favourite.declaration],
        examples: [text("poi add Trevi Fountain --city Rome --category fountain --at 41.9009,12.4833")],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let point = PointOfInterest(name: name)
        var changes = try PointChanges(invocation)
        changes.isFavourite = try invocation[PointArguments.favourite]
        session.context.insert(point)
        try changes.apply(to: point, in: session)
        return Output(label: text("Added “%@”.", name)) {
            Output(
                [.message(text("Added “%1$@” as number %2$@.", name, String(point.number)))],
                data: [.record(PointTable.data(point))])
        }
    }
}

/// `poi edit`: changes a point's fields with options or by asking for each field.
struct PointEditCommand: Command {
    static let name = Parameter.option("name", .nonBlank, help: text("The new name."))

    let declaration = CommandDeclaration(
        "poi edit", group: .points, summary: text("Changes a point of interest."),
        discussion: [
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            ),
            text("Later imports don't overwrite your changes."),
        ],
        parameters: [PointArguments.point.declaration, name.declaration] + PointArguments.fields,
        examples: [text("poi edit colosseum --category ruin"), .verbatim("poi edit 7 --at 41.8902,12.4922")],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let point = try session.record(try invocation[PointArguments.point], in: PointOfInterest.self)
        var changes = try PointChanges(invocation)
        changes.name = try invocation[Self.name]
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw TripError.nothingToChange(option: "--name") }
            changes = try await ask(point, session)
        }
        let oldName = point.name
        let changed = try changes.apply(to: point, in: session)
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", oldName)
            : text("Changed “%1$@”: %2$@.", oldName, TextArgument.list(changed.map { .text($0) }))
        return Output([.message(message)], data: [.record(PointTable.data(point))])
    }

    @MainActor
    private func ask(_ point: PointOfInterest, _ session: TripSession) async throws -> PointChanges {
        let questions = FieldQuestions(session)
        var changes = PointChanges()
        changes.name = try await questions.answer(text("Name"), .nonBlank, point.name)
        changes.category = try await questions.optional(
            text("Category (blank for none)"),
            ValueType<String>.nonBlank.completed(from: TripCompletions.categories), point.category?.name,
            typed: \.self)
        changes.city = try await questions.line(text("City"), point.city)
        changes.country = try await questions.line(text("Country"), point.country)
        changes.address = try await questions.line(text("Address"), point.address)
        changes.place = try await questions.optional(
            text("Place, as degrees north and east (blank for none)"), .place, point.place,
            typed: \.text)
        changes.information = try await questions.lineOrEditor(
            text("Information"), editing: text("Edit the information in your editor?"), point.information)
        return changes
    }
}

/// `poi favourite`: marks points as favourites, or removes the mark.
struct PointFavouriteCommand: Command {
    static let not = Parameter.flag("not", help: text("Remove them from the favourites."))

    let declaration = CommandDeclaration(
        "poi favourite", aliases: ["poi fav", "poi favorite"], group: .points,
        summary: text("Marks points of interest as favourites."),
        parameters: [PointArguments.points.declaration, not.declaration],
        examples: [text("poi favourite colosseum"), .verbatim("poi favourite 7 8 --not")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let points = try session.records(try invocation[PointArguments.points], in: PointOfInterest.self)
        let isFavourite = try !invocation[Self.not]
        let changed = points.filter { $0.isFavourite != isFavourite }
        for point in changed { point.isFavourite = isFavourite }
        let names = TextArgument.list(changed.map { .text(text("“%@”", $0.name)) })
        let message =
            changed.isEmpty
            ? text("This value is already set. Nothing changed.")
            : isFavourite ? text("Favourites now: %@.", names) : text("No longer favourites: %@.", names)
        let label =
            isFavourite
            ? text("Marked as favourites: %@.", names) : text("Removed from the favourites: %@.", names)
        return Output([.message(message)], data: [.table(PointTable.table(points))], label: label)
    }
}

/// `poi delete`: deletes points of interest.
struct PointDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "poi delete", aliases: ["poi remove", "poi rm"], group: .points,
        summary: text("Deletes points of interest after confirmation."),
        parameters: [PointArguments.points.declaration],
        examples: [text("poi delete colosseum"), .verbatim("poi delete 7 8 --yes")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let points = try session.records(try invocation[PointArguments.points], in: PointOfInterest.self)
        let names = points.map(\.name)
        let deleted = PointTable.table(points)
        let question =
            names.count == 1
            ? text("Delete “%@”?", names[0]) : text("Delete %lld points of interest?", names.count)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(deleted)
        }
        for point in points { session.context.delete(point) }
        let message =
            names.count == 1
            ? text("Deleted “%@”.", names[0]) : text("Deleted %lld points of interest.", names.count)
        return Output([.message(message)], data: [.table(deleted)])
    }
}
