import Localization
import ProgramKit
import Shell

/// `poi add`: creates a point of interest.
struct PointAddCommand: Command {
    static let name = Parameter.words(
        "name", .wordOrChange, minimum: 1, placeholder: text("NAME"),
        help: text("The name of the point of interest."), question: text("Name"))

    let declaration = CommandDeclaration(
        "poi add", aliases: ["poi new"], group: .points, summary: text("Adds a point of interest."),
        parameters: [name.declaration] + PointOfInterest.fields.options(except: ["name"])
            + [PointArguments.favourite.declaration],
        examples: [
            text("poi add Trevi Fountain --city Rome --category fountain --at 41.9009,12.4833"),
            .verbatim("poi add Museum city:Kraków category:museum"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let (typed, words) = try PointOfInterest.fields.additions(
            in: try invocation[Self.name], context.parsing)
        let name = words.joined(separator: " ")
        let point = PointOfInterest(name: name)
        point.isFavourite = try invocation[PointArguments.favourite]
        session.context.insert(point)
        _ = try PointOfInterest.fields.apply(
            PointOfInterest.fields.changes(invocation, except: ["name"]) + typed, to: point, context)
        return Output(label: text("Added “%@”.", name)) {
            Output(
                [.message(text("Added “%1$@” as number %2$@.", name, String(point.number)))],
                data: [.record(PointOfInterest.fields.data(point, context))])
        }
    }
}

extension PointOfInterest {
    /// `poi show`: shows all fields of a point.
    @MainActor static let show = ShowRecordCommand<TripSession, PointOfInterest>(
        "poi show", group: .points, summary: text("Shows all fields of a point of interest."),
        record: RecordArgument(PointArguments.point), fields: fields,
        examples: [text("poi show colosseum"), .verbatim("poi show 12")])

    /// `poi edit`: changes a point.
    @MainActor static let edit = EditRecordCommand<TripSession, PointOfInterest>(
        "poi edit", group: .points, summary: text("Changes a point of interest."),
        discussion: [text("Later imports don't overwrite your changes.")],
        record: RecordArgument(PointArguments.point), fields: fields,
        examples: [
            text("poi edit colosseum --category ruin"), .verbatim("poi edit 7 --at 41.8902,12.4922"),
            .verbatim("poi edit --where city:none city:Kraków"),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.pointsOrConditions, such: "city:rome", { $0.pointConditions },
            table: { table($0, $1) }))

    /// `poi delete`: deletes points.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, PointOfInterest>(
        "poi delete", group: .points, summary: text("Deletes points of interest after confirmation."),
        records: RecordArgument(PointArguments.points, { $0.pointConditions }),
        examples: [
            text("poi delete colosseum"), .verbatim("poi delete 7 8 --yes"),
            .verbatim("poi delete -is:favourite --yes"),
        ],
        table: { table($0, $1.fieldContext) })
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
        let points = try await session.recordsToChange(
            try invocation[PointArguments.points], session.pointConditions)
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
        return Output(
            [.message(message)], data: [.table(PointOfInterest.table(points, session.fieldContext))],
            label: label)
    }
}
