import Localization
import Shell

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
