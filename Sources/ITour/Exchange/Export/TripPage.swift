import Localization
import ModelData
import ProgramKit
import Shell

/// Writes the trips as a page for a browser or a printer: the bookings, the days beside each other, each with its map, and
/// the budget.
@MainActor
enum TripPage {
    static func write(_ export: TripExport) -> TripExport.Result {
        let others = export.destinationsOutsideTrips
        let page: Page
        if export.trips.count == 1, others.isEmpty, let trip = export.trips.first {
            page = Page(.verbatim(trip.name), sections(of: trip, level: 2, title: nil, export))
        } else {
            page = Page(
                text("Trips"),
                export.trips.flatMap {
                    sections(of: $0, level: 3, title: .verbatim($0.name), export)
                } + others.map { section(of: $0, export.localizer) })
        }
        return TripExport.Result(bytes: Renderer.html(page, export.localizer), counts: export.countsOnPaper)
    }

    /// Returns the sections of a trip: an overview with the bookings, the days beside each other, and then the budget,
    /// the expenses, the checklists and the sights without a day.
    ///
    /// - Parameters:
    ///   - trip: The trip.
    ///   - level: The level of the headings of the days.
    ///   - title: The heading of the overview; `nil` if the page is named for the trip.
    ///   - export: The rates, the currency and the language.
    private static func sections(
        of trip: Trip, level: Int, title: LocalizedText?, _ export: TripExport
    ) -> [Page.Section] {
        let localizer = export.localizer, context = FieldContext(export.localizer)
        var overview: [Block] = []
        if let days = trip.span {
            overview.append(.message(text("%1$@ to %2$@", days.lowerBound, days.upperBound)))
        }
        if !trip.details.isEmpty { overview.append(message(trip.details)) }
        let details = trip.destinations.filter { !$0.details.isEmpty }.map { destination in
            Record.Field("details", .verbatim(destination.name), .text(destination.details))
        }
        if !details.isEmpty { overview.append(.record(Record(fields: details))) }
        let map = TripMap(trip)
        if map.hasDifferentPlaces { overview.append(.map(map.map())) }
        var sections = [Page.Section(title, level: level - 1, blocks: overview, startsPaper: title != nil)]
        let bookings = bookings(of: trip, localizer)
        if let bookings {
            sections.append(Page.Section(text("Bookings"), level: level, blocks: [.table(bookings)]))
        }
        let days =
            TripPlan(trip, localizer).map {
                Self.days(of: $0, level: level, startsPaper: bookings != nil, localizer)
            } ?? []
        sections += days
        var rest: [Page.Section] = []
        if let currency = export.currency {
            let costs = TripCosts(trip, rates: Rates(export.rates), currency: currency)
            if !costs.items.isEmpty || !trip.budget.isEmpty {
                let table = BudgetCommand.categories(trip, costs, localizer)
                rest.append(Page.Section(text("Budget"), level: level, blocks: [.table(table)]))
            }
        }
        if !trip.expenses.isEmpty {
            let expenses = Expense.table(trip.expensesInOrder, context)
            rest.append(Page.Section(text("Expenses"), level: level, blocks: [.table(expenses)]))
        }
        // The items of a list follow each other.
        var items = trip.checklist(nil)[...]
        while let first = items.first {
            let list = items.prefix { $0.list == first.list }
            items = items.dropFirst(list.count)
            rest.append(
                Page.Section(
                    first.listName, level: level, parts: [.block(.table(checklist(Array(list))))],
                    isBesideOthers: true))
        }
        let unscheduled = trip.unscheduledSights
        if !unscheduled.isEmpty {
            rest.append(
                Page.Section(
                    text("Sights without a day"), level: level,
                    blocks: [.table(withoutPositions(Sight.table(unscheduled, context, onPaper: true)))]))
        }
        // The days of a short trip and what follows them share a sheet.
        if days.count > Self.daysOfSharedSheet, let first = rest.first {
            rest[0] = Page.Section(
                first.title, level: first.level, parts: first.parts, startsPaper: true,
                isBesideOthers: first.isBesideOthers)
        }
        return sections + rest
    }

    /// Returns a list of sights without their positions, which count for one destination, and without empty columns.
    private static func withoutPositions(_ table: Table) -> Table {
        let filled = table.columns.indices.filter { index in
            guard table.columns[index].key != "position" else { return false }
            return table.rows.contains { row in
                switch row[index].display {
                case .empty, .verbatim(""): false
                default: true
                }
            }
        }
        return Table(
            table.key, columns: filled.map { table.columns[$0] },
            rows: table.rows.map { row in filled.map { row[$0] } }, count: table.count)
    }

    /// The number of days that a sheet of paper has room for beside other things.
    private static let daysOfSharedSheet = 2

    /// Returns transport and stays as a table in the order of their days; `nil` if there are none.
    private static func bookings(of trip: Trip, _ localizer: Localizer) -> Table? {
        typealias Booking = (from: Moment, to: Moment, cells: [Cell])
        let legs = trip.plannedLegsInOrder.map { leg -> Booking in
            (
                leg.departure, leg.arrival,
                [
                    .text(leg.recordTitle), .text(leg.code),
                    .shown(joining: ItineraryText.about(leg, localizer, hasCode: false)),
                ]
            )
        }
        let stays = trip.plannedStaysInOrder.map { stay -> Booking in
            (stay.checkIn, stay.checkOut, [.text(stay.name), .text(stay.code), .text(stay.address)])
        }
        let bookings = (legs + stays).enumerated().sorted {
            ($0.element.from, $0.offset) < ($1.element.from, $1.offset)
        }.map(\.element)
        if bookings.isEmpty { return nil }
        return Table(
            "bookings",
            columns: [
                .init("from", text("When")), .init("until", text("Until")), .init("name", text("Name")),
                .init("code", text("Code")), .init("about", text("About")),
            ],
            rows: bookings.map { booking in
                // A phone shows the cells of a row without headings, so the end has a dash.
                let end = Cell(
                    .string(booking.to.description),
                    .text(LocalizedText("– %@", table: "", [booking.to.text])))
                return [.moment(booking.from), booking.from == booking.to ? .empty : end] + booking.cells
            })
    }

    /// Returns a section for each day with plans, beside each other.
    ///
    /// - Parameters:
    ///   - plan: The plan of the trip.
    ///   - level: The level of the headings.
    ///   - startsPaper: Whether the days start a new sheet of paper, unless they are few.
    ///   - localizer: The language.
    private static func days(
        of plan: TripPlan, level: Int, startsPaper: Bool, _ localizer: Localizer
    ) -> [Page.Section] {
        let conflicts = Dictionary(grouping: plan.conflicts, by: \.day)
        let days = plan.days
        return days.enumerated().map { index, day in
            let sheet = DaySheet(day.entries, of: plan)
            var parts: [Page.Part] = []
            if sheet.entries.isEmpty { parts.append(.block(.message(text("nothing planned yet")))) }
            parts.append(.schedule(sheet.entries))
            parts += (conflicts[day.day] ?? []).map { .block(.warning($0.text)) }
            if let map = sheet.map(title: text("Map of %@", localizer.day(day.day, style: .full))) {
                parts.append(.scheduleMap(map))
            }
            return Page.Section(
                .verbatim(localizer.day(day.day, style: .full)),
                note: sheet.destinations.isEmpty
                    ? nil : .verbatim(sheet.destinations.joined(separator: " – ")),
                level: level, parts: parts,
                startsPaper: startsPaper && index == 0 && days.count > daysOfSharedSheet,
                isBesideOthers: true)
        }
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
            blocks.append(
                .table(Sight.table(destination.sights, FieldContext(localizer).forList, onPaper: true)))
        }
        let map = TripMap(destination.sights, title: text("Map of %@", destination.name), of: destination)
        if map.hasDifferentPlaces { blocks.append(.map(map.map())) }
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

/// A day of a plan on a page: its destinations, its entries, and the places that the map numbers.
@MainActor
struct DaySheet {
    /// The names of the destinations of the day.
    private(set) var destinations: [String] = []
    private(set) var entries: [Page.Entry] = []
    /// The places in the order of the entries. A place that the day returns to keeps its number.
    private var stops: [(name: String, place: Coordinates, mark: String)] = []

    init(_ entries: [TripPlan.Entry], of plan: TripPlan) {
        // Numbers without a map would mean nothing.
        let places = entries.compactMap { Self.stop($0)?.place }
        let hasMap = places.contains { $0 != places.first }
        for entry in entries {
            let line = plan.line(entry)
            switch entry.content {
            case .destination:
                if !destinations.contains(line.name) { destinations.append(line.name) }
                // Without a time, the heading says it all.
                if line.time == nil { continue }
            case .free: continue
            case .leg, .sight, .stay: break
            }
            let mark = hasMap ? Self.stop(entry).map { number(of: $0.name, $0.place) } : nil
            self.entries.append(
                Page.Entry(
                    time: line.time, mark: mark ?? "", kind: line.kind.name, color: Self.color(of: line.kind),
                    name: Self.name(of: entry) ?? line.name, details: plan.paper(entry),
                    links: Self.links(of: entry)))
        }
    }

    private static func stop(_ entry: TripPlan.Entry) -> (name: String, place: Coordinates)? {
        switch entry.content {
        case .sight(let sight): sight.place.map { (sight.name, $0) }
        case .stay(let stay, _, _): stay.place.map { (stay.name, $0) }
        case .destination, .free, .leg: nil
        }
    }

    private mutating func number(of name: String, _ place: Coordinates) -> String {
        let known = stops.first { $0.name == name && $0.place == place }?.mark
        let mark = known ?? String(Set(stops.map(\.mark)).count + 1)
        stops.append((name, place, mark))
        return mark
    }

    private static func name(of entry: TripPlan.Entry) -> String? {
        guard case .sight(let sight) = entry.content else { return nil }
        return sight.fullName
    }

    private static func links(of entry: TripPlan.Entry) -> [String] {
        let link =
            switch entry.content {
            case .sight(let sight): sight.link
            case .stay(let stay, _, isCheckOut: false) where entry.day == stay.checkIn.day: stay.link
            case .destination, .free, .leg, .stay: ""
            }
        return link.isEmpty ? [] : [link]
    }

    private static func color(of kind: PlanKind) -> Page.Entry.Color {
        switch kind {
        case .trip, .destination, .sight: .first
        case .leg: .second
        case .stay: .third
        }
    }

    /// Returns the map of the day with the way from place to place; `nil` unless there are two different places.
    func map(title: LocalizedText) -> GlobeMap? {
        let map = TripMap(stops: stops, title: title)
        return map.hasDifferentPlaces ? map.map() : nil
    }
}
