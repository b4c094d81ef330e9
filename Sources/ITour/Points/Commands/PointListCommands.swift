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
            let none = text("No point of interest matches.")
            return Output(
                [.message(none)] + (try filter.suggestion(in: session)).map { [.message($0)] }.orEmpty,
                data: [.table(table)])
        }
        return Output(
            [
                .message(
                    text(
                        "There are no points of interest yet. Add one with “poi add”, or import a list with “poi import FILE”."
                    ))
            ], data: [.table(table)])
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
        return Output(
            [.message(text("No point of interest contains “%@”.", wanted))]
                + (try filter.suggestion(in: session)).map { [.message($0)] }.orEmpty,
            data: [.table(table)])
    }
}

extension [Block]? {
    fileprivate var orEmpty: [Block] { self ?? [] }
}
