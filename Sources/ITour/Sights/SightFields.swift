import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Sight {
    /// The fields of a sight.
    static let fields = FieldTable<Sight>(listing: ["number", "visited", "name", "scheduled", "duration"]) {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .name, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(text("Sight"), priority: 5, wraps: true) {
            Cell(.string($0.name), .verbatim($0.fullName))
        }
        Field(
            "visited", text("Visited"), sentence: text("whether it was visited"),
            help: text("Mark the sight as already visited."), stored: \.isVisited,
            type: .mark { .visited($0) },
            get: { $0.isVisited ? true : nil }, set: { $0.isVisited = $1 ?? false }
        )
        .option(nil).listed(priority: 8) { .visited($0.isVisited) }
        Field(
            "note", text("Note"), sentence: text("note"), help: text("A note about the sight."),
            stored: \.note, type: .lines, get: { $0.note }, set: { $0.note = $1 }
        )
        .searched().listed(wraps: true)
        Field(
            "address", text("Address"), sentence: text("address"), help: text("The address."),
            stored: \.address, type: .line, get: { $0.address }, set: { $0.address = $1 }
        )
        .searched().listed(wraps: true)
        // Give coordinates a high priority, so that they aren't truncated: truncated coordinates are useless.
        Field.place(\.latitude, \.longitude).listed(priority: 7)
        Field.computed(
            "destination", text("Destination"), stored: \.destination,
            raw: { $0.destination.map { .string($0.name) } ?? .null },
            display: { sight, _ in sight.destination.map { .verbatim($0.name) } ?? .empty }
        )
        .only(in: [.show, .data])
        Field(
            "scheduled", text("Planned"), sentence: text("planned time"), help: text("The day of the visit."),
            stored: \.scheduledDay, \.scheduledMinute, type: .moment, get: { $0.schedule },
            set: { $0.schedule = $1 }
        )
        .option(nil).listed(priority: 6, hidesEmpty: true)
        Field(
            "duration", text("Duration"), sentence: text("duration"),
            help: text("How long the visit takes, such as 2h or 45min; or “none”."), stored: \.duration,
            type: .duration, get: { $0.duration }, set: { $0.duration = $1 }
        )
        .option(nil)
        Field(
            "hours", text("Opening hours"), sentence: text("opening hours"),
            help: text("The opening hours, such as “Mo-Su 09:00-17:00; Tu off”."), stored: \.hours,
            type: .line, get: { $0.hours }, set: { $0.hours = $1 })
        Field(
            "link", text("Link"), sentence: text("link"), help: text("The address of a web page."),
            stored: \.link, type: .line, get: { $0.link }, set: { $0.link = $1 })
        Field(
            "phone", text("Phone"), sentence: text("phone"), help: text("The telephone number."),
            stored: \.phone, type: .line, get: { $0.phone }, set: { $0.phone = $1 })
        Field(
            "otherName", text("Other name"), sentence: text("other name"),
            help: text("The name in another language, which follows the name."), stored: \.otherName,
            type: .line, get: { $0.otherName }, set: { $0.otherName = $1 }
        )
        .searched()
        Field.cost(\.costAmount, \.costCurrency)
        Field(
            "rating", text("Rating"), sentence: text("rating"),
            help: text("Your rating from 1 to 5; or “none”."), stored: \.rating, type: .number(1...5),
            get: { $0.rating }, set: { $0.rating = $1 })
        Field(
            "visitedOn", text("Visited on"), sentence: text("day of the visit"),
            help: text("The day of the visit; or “none”."), stored: \.visitedDay, type: .day,
            get: { $0.visitedOn }, set: { $0.visitedOn = $1 }
        )
        .option(nil)
        Field.exported("source", stored: \.source, type: .line, get: { $0.source }, set: { $0.source = $1 })
        Field.exported(
            "lastImport", stored: \.lastImport, type: .line, get: { $0.lastImport },
            set: { $0.lastImport = $1 })
        Field.exported("track", stored: \.track, type: .line, get: { $0.track }, set: { $0.track = $1 })
        Field.paid(\.isPaid)
        Field.payBy(\.payByDay)
    }

    /// The keys of the texts about the place, which map files contain.
    static let facts = ["otherName", "note", "address", "hours", "link", "phone"]

    /// Returns the facts that a sight has, for a map file.
    func texts(_ keys: [String]) -> [(key: String, value: String)] {
        keys.compactMap { key in
            guard case .string(let value)? = Self.fields[key]?.value(of: self) else { return nil }
            return (key, value)
        }
    }

    /// Returns sights as a list with their positions.
    ///
    /// - Parameters:
    ///   - sights: The sights, in their order.
    ///   - context: What the values depend on.
    ///   - onPaper: Whether the list also shows phone numbers and costs. Default: `false`.
    @MainActor
    static func table(_ sights: [Sight], _ context: FieldContext, onPaper: Bool = false) -> Table {
        let table = fields.table(
            "sights", sights, context, count: text("%lld sights", sights.count),
            showing: onPaper ? ["phone", "cost"] : [])
        var listed = Table(
            table.key,
            columns: [.init("position", text("Position"), alignsRight: true, priority: 8)] + table.columns,
            reading: table.rows.changed { [.number($0 + 1)] + $1 }, count: table.count)
        listed.reader = table.reader
        return listed
    }

    /// Returns a warning if opening hours that a user changed aren't in the known notation. They are kept as a text.
    @MainActor static let warnings: EditRecordCommand<TripSession, Sight>.Warnings = { keys, sight in
        guard keys.contains("hours"), !sight.hours.isEmpty, OpeningHours(sight.hours) == nil else {
            return []
        }
        return [text("The opening hours “%@” can't be interpreted. They are kept as a text.", sight.hours)]
    }
}

extension TripSession {
    /// What conditions can ask of sights.
    var sightConditions: ConditionVocabulary<Sight> {
        ConditionVocabulary(
            Sight.fields, other: ["url": "link"],
            keys: [
                .number,
                ConditionKey("day", "planned", "scheduled", type: .moment) { $0.schedule.map { [$0] } ?? [] },
                ConditionKey("visited", type: .day, isPast: true) { $0.visitedOn.map { [$0] } ?? [] },
                ConditionKey("priority", type: .priority) { $0.destination.map { [$0.priority] } ?? [] },
                ConditionKey("destination", type: .line) { $0.destination.map { [$0.name] } ?? [] },
                ConditionKey("trip", type: .line) { $0.destination?.trip.map { [$0.name] } ?? [] },
            ],
            flags: [
                ConditionFlag("visited") { _ in ConditionTest(#Predicate<Sight> { $0.isVisited }) },
                ConditionFlag("planned", "scheduled") { _ in ConditionTest { $0.schedule != nil } },
                ConditionFlag("closed") { _ in
                    ConditionTest { sight in
                        guard let day = sight.schedule?.day else { return false }
                        return sight.hoursConflict(on: day) != nil
                    }
                },
                ConditionFlag("outside") { _ in
                    ConditionTest { sight in
                        guard let day = sight.schedule?.day, let destination = sight.destination else {
                            return false
                        }
                        let isVisited = destination.dates?.includes(day) ?? true
                        return !isVisited || !(destination.trip?.days?.contains(day) ?? true)
                    }
                },
                ConditionFlag("overlap") { _ in Self.conflict([.overlap]) },
                ConditionFlag("far") { _ in Self.conflict([.far]) },
                withoutRate { $0.cost },
                ConditionFlag("unpaid") { _ in ConditionTest { $0.isUnpaid } },
                .paid,
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                ConditionFlag("unscheduled", "unplanned") { _ in ConditionTest { $0.schedule == nil } },
            ], past: ["visitedOn"]
        ) { ConditionTest(Sight.fields.containing($0)) }
    }

    /// Returns a test for sights that are in conflicts of some kinds.
    private static func conflict(_ kinds: Set<TripProblem.Kind>) -> ConditionTest<Sight> {
        let ofTrips = Remembered<Trip, Set<ObjectIdentifier>>()
        let ofIdeas = Remembered<Destination, Set<ObjectIdentifier>>()
        return ConditionTest { sight in
            guard let destination = sight.destination else { return false }
            let found =
                destination.trip.map { ofTrips.value(of: $0) { $0.parts(in: kinds) } }
                ?? ofIdeas.value(of: destination) {
                    PlanConflicts.parts(in: kinds, sights: $0.sights, legs: [])
                }
            return found.contains(ObjectIdentifier(sight))
        }
    }
}
