import Localization
import Shell
import Suite

/// `trip add`: creates a trip and opens it.
struct TripAddCommand: Command {
    static let name = Parameter.words(
        "name", .nonBlank, minimum: 1, placeholder: text("NAME"), help: text("The trip's name."),
        question: text("Name"))

    let declaration = CommandDeclaration(
        "trip add", aliases: ["trip new"], group: .trips, summary: text("Adds a trip and opens it."),
        discussion: [
            text(
                "While a trip is open, “add” adds destinations to it, and “plan” shows its days. Destinations without a trip are ideas."
            )
        ],
        parameters: [
            name.declaration, TripParameters.date.declaration, TripParameters.end.declaration,
            TripParameters.details.declaration,
        ],
        examples: [text("trip add Japan --date 2027-04-01 --end 2027-04-21"), text("trip add Summer")],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = Trip(name: try invocation[Self.name].joined(separator: " "))
        _ = try TripChanges(invocation).apply(to: trip)
        session.context.insert(trip)
        session.openTrip(trip)
        return Output(label: text("Added the trip “%@”.", trip.name)) {
            Output(
                [.message(text("Added the trip “%1$@” as number %2$@.", trip.name, String(trip.number)))],
                data: [.record(TripTable.data(trip))])
        }
    }
}

/// The changes of an edit to a trip; `nil` leaves a field as it is.
struct TripChanges {
    var name: String?
    var start: Assignment<CivilDate>?
    var end: Assignment<CivilDate>?
    var details: String?
    /// Whether the entries of the trip move with its first day; `nil`: only if no end is given.
    var movesContents: Bool?

    /// Creates changes from a command's options.
    init(_ invocation: Invocation) throws {
        start = try invocation[TripParameters.date]
        end = try invocation[TripParameters.end]
        details = try invocation[TripParameters.details]
    }

    /// Whether there are no changes.
    var isEmpty: Bool { name == nil && start == nil && end == nil && details == nil }

    /// Returns the number of days by which the changes move the first day of a trip; negative to earlier days.
    func shift(of trip: Trip) -> Int {
        guard let before = trip.days?.lowerBound, let first = start?.value else { return 0 }
        return before.days(until: first)
    }

    /// Applies the changes. If the first day moves and no end is given, the trip keeps its length.
    ///
    /// - Returns: The labels of the fields whose values changed.
    /// - Throws: ``TripError``. The trip isn't changed then.
    @MainActor
    func apply(to trip: Trip) throws -> [LocalizedText] {
        let before = trip.days
        let first = start.map(\.value) ?? before?.lowerBound
        var last: CivilDate? = end.map(\.value) ?? before?.upperBound
        if let before, let first, start != nil, end == nil {
            last = first.adding(days: before.lowerBound.days(until: before.upperBound))
        }
        guard let first else {
            if end?.value != nil { throw TripError.endWithoutStart(name: name ?? trip.name) }
            return apply(nil, nil, to: trip)
        }
        if let last, last < first {
            throw TripError.endBeforeStart(start: Moment(first), end: Moment(last))
        }
        return apply(first, last, to: trip)
    }

    @MainActor
    private func apply(_ first: CivilDate?, _ last: CivilDate?, to trip: Trip) -> [LocalizedText] {
        var changed = FieldChanges(of: trip)
        changed.set(\.name, name, text("name"))
        if start != nil || end != nil {
            changed.set(\.start, .some(first?.utcDate), text("date"))
            changed.set(\.end, .some(first == nil ? nil : (last ?? first)?.utcDate), text("end"))
        }
        changed.set(\.details, details, text("details"))
        return changed.labels
    }
}
