import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

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
        guard groups.isEmpty else { return Output([.table(table)]) }
        return Output(
            [
                .message(
                    text(
                        "There are no points of interest yet. Add one with “poi add”, or import a list with “poi import FILE”."
                    ))
            ], data: [.table(table)])
    }
}
