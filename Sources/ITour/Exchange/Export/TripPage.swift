import Localization
import ModelData
import ProgramKit
import Shell

/// Writes the trips as a page for a browser or a printer: the whole plan, with a map and a sheet for each day.
@MainActor
enum TripPage {
    static func write(_ export: TripExport) -> TripExport.Result {
        let inTrips = Set(export.trips.map(\.persistentModelID))
        let others = export.destinations.filter { destination in
            !(destination.trip.map { inTrips.contains($0.persistentModelID) } ?? false)
        }
        let page: Page
        if export.trips.count == 1, others.isEmpty, let trip = export.trips.first {
            page = Page(.verbatim(trip.name), sections(of: trip, level: 2, title: nil, export.localizer))
        } else {
            let sorted = DestinationOrder.date.sorted(others, collator: Collator(export.localizer.language))
            page = Page(
                text("Trips"),
                export.trips.flatMap {
                    sections(of: $0, level: 3, title: .verbatim($0.name), export.localizer)
                } + sorted.map { section(of: $0, export.localizer) })
        }
        return TripExport.Result(bytes: Renderer.html(page, export.localizer))
    }

    /// Returns the sections of a trip: an overview, its days, the sights without a day, its expenses and checklists.
    ///
    /// - Parameters:
    ///   - trip: The trip.
    ///   - level: The level of the headings of the days.
    ///   - title: The heading of the overview; `nil` if the page is named for the trip.
    private static func sections(
        of trip: Trip, level: Int, title: LocalizedText?, _ localizer: Localizer
    ) -> [Page.Section] {
        var overview: [Block] = []
        if let days = trip.span {
            overview.append(.message(text("%1$@ to %2$@", days.lowerBound, days.upperBound)))
        }
        if !trip.details.isEmpty { overview.append(message(trip.details)) }
        let map = TripMap(trip)
        if !map.places.isEmpty { overview.append(.map(map.map())) }
        let plan = TripPlan(trip, localizer)
        overview += (plan?.conflicts ?? []).map { .warning($0.text) }
        let details = trip.destinations.filter { !$0.details.isEmpty }.map { destination in
            Record.Field("details", .verbatim(destination.name), .text(destination.details))
        }
        if !details.isEmpty { overview.append(.record(Record(fields: details))) }
        var sections = [Page.Section(title, level: level - 1, blocks: overview, startsPaper: title != nil)]
        for sheet in plan?.sheets ?? [] {
            let map: [Block] = sheet.map.places.isEmpty ? [] : [.map(sheet.map.map())]
            sections.append(
                Page.Section(
                    .verbatim(localizer.day(sheet.day, style: .full)), level: level,
                    blocks: [.table(sheet.table)] + map, startsPaper: true))
        }
        let unscheduled = trip.destinations.flatMap(\.sights).filter { $0.schedule == nil }
        if !unscheduled.isEmpty {
            sections.append(
                Page.Section(
                    text("Sights without a day"), level: level,
                    blocks: [.table(Sight.table(unscheduled, FieldContext(localizer), onPaper: true))],
                    startsPaper: true))
        }
        if !trip.expenses.isEmpty {
            let expenses = Expense.table(trip.expensesInOrder, FieldContext(localizer))
            sections.append(
                Page.Section(text("Expenses"), level: level, blocks: [.table(expenses)], startsPaper: true))
        }
        // The items of a list follow each other.
        var rest = trip.checklist(nil)[...]
        while let first = rest.first {
            let list = rest.prefix { $0.list == first.list }
            rest = rest.dropFirst(list.count)
            sections.append(
                Page.Section(
                    first.listName, level: level, blocks: [.table(checklist(Array(list)))],
                    startsPaper: true))
        }
        return sections
    }

    /// Returns a checklist whose boxes can be ticked on paper.
    private static func checklist(_ items: [ChecklistItem]) -> Table {
        Table(
            "items", columns: [.init("done", text("Done")), .init("name", text("Name"))],
            rows: items.map { [.text($0.isDone ? "☑" : "☐"), .text($0.name)] },
            count: text("%1$lld items, %2$lld done", items.count, items.count { $0.isDone }))
    }

    /// Returns the section of a destination that isn't part of an exported trip.
    private static func section(of destination: Destination, _ localizer: Localizer) -> Page.Section {
        var blocks: [Block] = [.record(Destination.fields.shown(destination, FieldContext(localizer)))]
        if destination.sights.isEmpty {
            blocks.append(.message(text("No sights are planned yet.")))
        } else {
            blocks.append(.table(Sight.table(destination.sights, FieldContext(localizer), onPaper: true)))
        }
        let map = TripMap(
            destination.sights, title: text("Map of %@", destination.name), of: destination)
        if !map.places.isEmpty { blocks.append(.map(map.map())) }
        return Page.Section(.verbatim(destination.name), blocks: blocks, startsPaper: true)
    }

    /// Returns a text of the user with its lines.
    private static func message(_ string: String) -> Block {
        let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return .message(
            LocalizedText(
                lines.map { _ in "%@" }.joined(separator: "\n"), table: "", lines.map { .string(String($0)) })
        )
    }
}
