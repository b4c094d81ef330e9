import Foundation
import Localization
import ModelData
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
                text("Added “%1$@” as number %2$@.", name, String(point.number)),
                PointOfInterest.fields.data(point, context))
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

/// `poi to-sight`: adds a point of interest to a destination as a sight.
struct PointToSightCommand: Command {
    let declaration = CommandDeclaration(
        "poi to-sight", group: .points,
        summary: text("Adds a point of interest as a sight, at the end of a destination's list."),
        discussion: [
            text(
                "The sight gets the name, place, address and information of the point of interest. If the destination already has this sight, nothing is added."
            )
        ],
        parameters: [PointArguments.point.declaration, EditCommand.destination.declaration],
        examples: [
            text("poi to-sight colosseum rome"), text("open rome\npoi to-sight 12"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let point = try session.record(try invocation[PointArguments.point], in: PointOfInterest.self)
        let destination = try session.record(
            try invocation[EditCommand.destination], orOpen: Destination.self)
        let source = "poi:\(point.identifier.uuidString)"
        if let planned = destination.sights.first(where: { $0.source == source }) {
            return Output(
                text("“%1$@” is already planned for “%2$@”.", planned.name, destination.name),
                Sight.fields.data(planned, session.fieldContext))
        }
        let sight = Sight(name: point.name)
        sight.note = point.information
        sight.address = [point.address, point.city].filter { !$0.isEmpty }.joined(separator: ", ")
        sight.place = point.place
        sight.source = source
        return try await SightAddCommand.add(sight, to: destination, in: session)
    }
}

/// `poi import`: imports points of interest from a file, from standard input or from the web.
struct PointImportCommand: Command {
    static let source = Parameter.required(
        "file", .path(endings: ["json", "geojson", "csv"]),
        help: text("A JSON file, an address that begins with http:// or https://, or - for standard input."),
        question: text("Which file"))

    static let deleted = Parameter.flag(
        "deleted", help: text("Also import points of interest that you deleted."))

    let declaration = CommandDeclaration(
        "poi import", group: .points,
        summary: text("Imports points of interest from a JSON file or the web."),
        discussion: [
            text(
                "The file is a list of objects with “identifier” (a UUID) and “name”. Optional fields: “address”, “city”, “country”, “information”, “latitude”, “longitude” and “category” (an object with a “name”)."
            ),
            text(
                "Maps (GeoJSON, Overpass) and tables (CSV) with names and places are read, too. Their points are found again by their number in OpenStreetMap, or else by name and place."
            ),
            text(
                "Existing points of interest are updated, except for fields that you have changed. Importing the same file again changes nothing. A file can hold only new and changed entries."
            ),
            text(
                "A value that can't be read is left out and reported, and the rest of its entry is imported. An entry that lacks what it needs, such as its name, is skipped and reported with its position."
            ),
            text(
                "From the operating system's shell, the command can read standard input: itour poi import - < FILE."
            ),
        ],
        parameters: [source.declaration, deleted.declaration, ImportCommand.dryRun.declaration],
        examples: [
            .verbatim("poi import points.json"), .verbatim("poi import fountains.geojson"),
            .verbatim("poi import https://example.org/points.json --dry-run"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let source = try PointSource(try invocation[Self.source], in: session)
        let isDryRun = try invocation[ImportCommand.dryRun]
        let bringsBack = try invocation[Self.deleted]
        var importer = try PointImporter(source, in: session, bringsBackDeleted: bringsBack)
        let report = try await importer.run(isDryRun: isDryRun)
        return importer.output(report, isDryRun: isDryRun)
    }
}
