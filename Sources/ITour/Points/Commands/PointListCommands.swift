import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `poi list`: lists points of interest.
struct PointListCommand: Command {
    static let conditions = Parameter.rest(
        "condition", .condition(source: TripCompletions.pointsOrConditions).keepingQuotes,
        help: text("Words and conditions such as %@.", "is:favourite")
    ).takingHyphens

    let declaration = CommandDeclaration(
        "poi list", aliases: ["poi ls"], group: .points, summary: text("Lists points of interest, by name."),
        parameters: [conditions.declaration] + PointFilterOptions.declarations,
        examples: [
            text("poi list --city rome"), text("poi list --category museum --favourite"),
            .verbatim("poi list category:none -is:unplaced"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let filter = try PointFilter(invocation, session)
        let condition = try session.condition(try invocation[Self.conditions], session.pointConditions)
        let points = try filter.points(in: session, meeting: condition)
        guard points.isEmpty else { return PointOfInterest.list(points, session.fieldContext) }
        let table = PointOfInterest.table([], session.fieldContext)
        guard filter.matchesEverything, condition.isEmpty else {
            let messages = [text("No point of interest matches."), try filter.suggestion(in: session)]
            return Output(messages.compactMap { $0.map { .message($0) } }, data: [.table(table)])
        }
        return Output(table, ifEmpty: PointOfInterest.nothingYet)
    }
}

/// `poi search`: finds points of interest by a text in their fields.
struct PointSearchCommand: Command {
    static let wanted = Parameter.words(
        "text", .nonBlank, minimum: 1,
        help: text("The text to find in any field of a point of interest. Case and accents don't matter."),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "poi search", aliases: ["poi find"], group: .points,
        summary: text("Finds points of interest by their text."),
        parameters: [wanted.declaration] + PointFilterOptions.declarations,
        examples: [text("poi search fountain"), text("poi search baroque --city rome")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let filter = try PointFilter(invocation, session)
        let wanted = try invocation[Self.wanted].joined(separator: " ")
        let points = try filter.points(containing: wanted, in: session)
        guard points.isEmpty else { return PointOfInterest.list(points, session.fieldContext) }
        let table = PointOfInterest.table([], session.fieldContext)
        let messages = [
            text("No point of interest contains “%@”.", wanted), try filter.suggestion(in: session),
        ]
        return Output(messages.compactMap { $0.map { .message($0) } }, data: [.table(table)])
    }
}

extension PointOfInterest {
    /// The message of an empty list of all points.
    fileprivate static let nothingYet = text(
        "There are no points of interest yet. Add one with “poi add”, or import a list with “poi import FILE”."
    )
}

/// `poi near`: lists the points of interest around a place.
struct PointNearCommand: Command {
    static let place = Parameter.words(
        "place", ValueType<String>.nonBlank.completed(from: TripCompletions.points, mark: .titleOfPlace),
        placeholder: text("PLACE"),
        help: text(
            "A point of interest, a destination or a sight (a part of its name), or a place in degrees. Default: the open destination."
        ))

    let declaration = CommandDeclaration(
        "poi near", aliases: ["poi nearby"], group: .points,
        summary: text("Lists the points of interest near a place, nearest first."),
        discussion: [
            text("A destination's place is the middle of its sights. Distances are in a straight line.")
        ],
        parameters: [place.declaration, NearbyCommand.within.declaration] + PointFilterOptions.declarations,
        examples: [
            text("poi near colosseum"), text("poi near 41.9,12.48 --within 2 --category museum --count 5"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let filter = try PointFilter(invocation, session)
        let origin = try origin(try invocation[Self.place].joined(separator: " "), session)
        let distance = try invocation[NearbyCommand.within] ?? 10
        var hits = try NearbyRecord.around(origin.place, within: distance, in: session.context) {
            $0 !== origin.point && filter.includes($0)
        }
        if let limit = filter.limit { hits = Array(hits.prefix(limit)) }
        return NearbyCommand.output(
            PointOfInterest.table(near: hits, session.fieldContext), within: distance, of: origin.name,
            session.localizer)
    }

    /// Returns the place at the centre of the search. A name is looked up among points of interest first,
    /// then among destinations and sights.
    @MainActor
    private func origin(
        _ string: String, _ session: TripSession
    ) throws -> (place: Coordinates, name: String, point: PointOfInterest?) {
        if !string.isEmpty, (try? PlaceReader.place(string)) == nil, !NearbyOrigin.hasSightPrefix(string) {
            do {
                let point = try session.record(try RecordReference(string), in: PointOfInterest.self)
                guard let place = point.place else { throw PointError.unknownPlace(name: point.name) }
                return (place, point.name, point)
            } catch RecordError.unknownTitle(let title, let nearest, let command) {
                // Try a destination or a sight. If neither matches, report that no point of interest matches.
                do {
                    let origin = try NearbyOrigin(string, session)
                    return (origin.place, origin.name, nil)
                } catch RecordError.unknownTitle {
                    throw RecordError.unknownTitle(title, nearest: nearest, listingCommand: command)
                }
            }
        }
        let origin = try NearbyOrigin(string, session)
        return (origin.place, origin.name, nil)
    }
}

/// `poi categories`: counts the points of interest of each category.
struct PointCategoriesCommand: Command {
    let declaration = CommandDeclaration(
        "poi categories", group: .points, summary: text("Counts the points of interest by category."),
        examples: [.verbatim("poi categories")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        try PointGroups.output(by: \.category?.name, text("Category"), in: session)
    }
}

/// `poi cities`: counts the points of interest of each city.
struct PointCitiesCommand: Command {
    let declaration = CommandDeclaration(
        "poi cities", group: .points, summary: text("Counts the points of interest by city."),
        examples: [.verbatim("poi cities")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        try PointGroups.output(by: { $0.city.isEmpty ? nil : $0.city }, text("City"), in: session)
    }
}

/// Counts points of interest in groups.
@MainActor
private enum PointGroups {
    /// Shows the number of points in each group, by name. Points without a group come last.
    static func output(
        by group: (PointOfInterest) -> String?, _ title: LocalizedText, in session: TripSession
    ) throws -> Output {
        var descriptor = FetchDescriptor<PointOfInterest>()
        descriptor.relationshipKeyPathsForPrefetching = [\.category]
        var counts: [String?: Int] = [:]
        for point in try session.fetchReadable(descriptor) { counts[group(point), default: 0] += 1 }
        let names = Collator(session.localizer.language).sorted(counts.keys.compactMap { $0 }, by: \.self)
        let groups: [String?] = names + (counts[nil] == nil ? [] : [nil])
        let table = Table(
            columns: [
                .init("name", title, priority: 9, wraps: true),
                .init("count", text("Count"), alignsRight: true, priority: 9),
            ],
            rows: groups.map { name in
                [
                    name.map { Cell.text($0) } ?? Cell(.null, .text(text("none given"))),
                    .number(counts[name] ?? 0),
                ]
            })
        return Output(table, ifEmpty: PointOfInterest.nothingYet)
    }
}

extension ValueType where Value == RecordReference {
    /// A point of interest, by its number or a part of its name.
    static var point: ValueType<RecordReference> {
        .record(ITour.text("POI"), source: TripCompletions.points)
    }
}

/// The arguments and options that the commands for points of interest share.
enum PointArguments {
    static let point = Parameter.required(
        "poi", .point, help: text("The number of the point of interest, or a part of its name."),
        question: text("Which point of interest"))
    static let points = Parameter.rest(
        "poi", .recordOrCondition(text("POI"), source: TripCompletions.pointsOrConditions), minimum: 1,
        help: text("Numbers, parts of names, and conditions such as %@.", "city:rome"),
        question: text("Which point of interest")
    ).takingHyphens
    static let favourite = Parameter.flag(
        "favourite", help: text("Mark the point of interest as a favourite."))
}

/// The options that filter a list of points.
enum PointFilterOptions {
    static let city = Parameter.option(
        "city", ValueType<String>.nonBlank.completed(from: TripCompletions.cities),
        help: text("Only in this city; a part of its name is enough."))
    static let country = Parameter.option(
        "country", ValueType<String>.nonBlank.completed(from: TripCompletions.countries),
        help: text("Only in this country; a part of its name is enough."))
    static let category = Parameter.option(
        "category", ValueType<String>.nonBlank.completed(from: TripCompletions.categories),
        help: text("Only in this category."))
    static let favourite = Parameter.flag("favourite", help: text("Only favourites."))
    static let count = Parameter.option(
        "count", .integer(in: 1...10_000_000), help: text("The maximum number of results."))

    static var declarations: [ParameterDeclaration] {
        [
            city.declaration, country.declaration, category.declaration, favourite.declaration,
            count.declaration,
        ]
    }
}

extension CommandGroup {
    /// The commands for points of interest.
    static let points = CommandGroup(text("Points of interest"))
}
