import Foundation
import Localization
import ModelData
import Sync

/// Imports the trips of a file, with their transport, stays, money and lists, and the destinations that belong to
/// them.
///
/// A trip matches by its identifier, else by its name and first day. Its parts match by their identifiers, the lines
/// of its budget by their categories. Known trips and parts stay as they are.
///
/// A part without an identifier gets one that is derived from its values. So another import of the same file finds it.
@MainActor
struct ItineraryImport {
    private let context: ModelContext
    /// The destinations of the file that belong to a trip that hasn't been imported: the identifier in the file, and
    /// that of the stored destination.
    private var members: [UUID: [(file: UUID?, stored: UUID)]] = [:]
    /// The number of parts with equal derived identifiers, by the first of these identifiers.
    private var repeated: [UUID: Int] = [:]

    init(_ context: ModelContext) { self.context = context }

    /// Records that a destination of the file belongs to a trip.
    ///
    /// - Parameters:
    ///   - destination: The destination in the store.
    ///   - trip: The destination in the file.
    ///   - isNew: Whether the import created the destination. If so, it joins a trip that exists.
    mutating func note(_ destination: Destination, for trip: ImportedTrip, isNew: Bool) throws {
        guard let identifier = trip.itinerary else { return }
        if let known = try self.trip(identifier) {
            if isNew { destination.trip = known }
        } else {
            members[identifier, default: []].append((trip.identifier, destination.identifier))
        }
    }

    /// The number of destinations whose trip isn't in the file or the store.
    var destinationsWithoutTrip: Int { members.values.reduce(0) { $0 + $1.count } }

    /// Imports a trip.
    mutating func add(_ itinerary: ImportedItinerary, _ report: inout TripImportReport) throws {
        let trip: Trip
        if let known = try match(itinerary) {
            trip = known
            report.known += 1
            if let identifier = itinerary.identifier { members[identifier] = nil }
        } else {
            trip = Trip(
                identifier: itinerary.identifier
                    ?? derived(["trip", itinerary.name, itinerary.days.map { "\($0.lowerBound)" } ?? ""]),
                name: itinerary.name)
            trip.details = itinerary.details.withoutNUL
            trip.start = itinerary.days?.lowerBound.utcDate
            trip.end = itinerary.days?.upperBound.utcDate
            context.insert(trip)
            report.added.trips += 1
            try join(itinerary.destinations, to: trip)
        }
        let key = trip.identifier.uuidString
        for leg in itinerary.legs { try add(leg, to: trip, key, &report) }
        for stay in itinerary.stays { try add(stay, to: trip, key, &report) }
        for expense in itinerary.expenses { try add(expense, to: trip, key, &report) }
        for line in itinerary.budget { try add(line, to: trip, key, &report) }
        for item in itinerary.checklist { try add(item, to: trip, key, &report) }
    }

    /// Imports an exchange rate. A known rate stays as it is.
    func add(_ rate: ExchangeRate, _ report: inout TripImportReport) throws {
        let currency = rate.currency
        let sameCurrency = #Predicate<ExchangeRate> { $0.currency == currency }
        guard try context.fetchCount(FetchDescriptor(predicate: sameCurrency)) == 0 else {
            report.known += 1
            return
        }
        context.insert(rate)
        report.added.rates += 1
    }

    private func match(_ itinerary: ImportedItinerary) throws -> Trip? {
        if let identifier = itinerary.identifier { return try trip(identifier) }
        let key = RawFields.key(itinerary.name), start = itinerary.days?.lowerBound.utcDate
        return try context.fetch(FetchDescriptor<Trip>()).first {
            RawFields.key($0.name) == key && $0.start == start
        }
    }

    private func trip(_ identifier: UUID) throws -> Trip? {
        let sameIdentifier = #Predicate<Trip> { $0.identifier == identifier }
        return try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first
    }

    /// Adds the destinations of the file to a new trip, in the order of the trip.
    private mutating func join(_ order: [UUID], to trip: Trip) throws {
        let ranks = Dictionary(
            order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let joining = members.removeValue(forKey: trip.identifier) ?? []
        let ranked = joining.enumerated().sorted { left, right in
            func rank(_ member: (file: UUID?, stored: UUID)) -> Int {
                member.file.flatMap { ranks[$0] } ?? .max
            }
            return (rank(left.element), left.offset) < (rank(right.element), right.offset)
        }
        for (_, member) in ranked {
            let identifier = member.stored
            let sameIdentifier = #Predicate<Destination> { $0.identifier == identifier }
            guard let destination = try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first,
                destination.trip == nil
            else { continue }
            destination.trip = trip
        }
    }

    private mutating func add(
        _ leg: Leg, to trip: Trip, _ key: String, _ report: inout TripImportReport
    ) throws {
        if leg.identifier == .missing {
            leg.identifier = derived([
                key, "leg", leg.origin, leg.target, "\(leg.departure)", "\(leg.arrival)", leg.line,
            ])
        }
        let identifier = leg.identifier
        let sameIdentifier = #Predicate<Leg> { $0.identifier == identifier }
        guard try isNew(FetchDescriptor(predicate: sameIdentifier), &report) else { return }
        context.insert(leg)
        leg.trip = trip
        report.added.legs += 1
    }

    private mutating func add(
        _ stay: Stay, to trip: Trip, _ key: String, _ report: inout TripImportReport
    ) throws {
        if stay.identifier == .missing {
            stay.identifier = derived([key, "stay", stay.name, "\(stay.checkIn)", "\(stay.checkOut)"])
        }
        let identifier = stay.identifier
        let sameIdentifier = #Predicate<Stay> { $0.identifier == identifier }
        guard try isNew(FetchDescriptor(predicate: sameIdentifier), &report) else { return }
        context.insert(stay)
        stay.trip = trip
        report.added.stays += 1
    }

    private mutating func add(
        _ expense: Expense, to trip: Trip, _ key: String, _ report: inout TripImportReport
    ) throws {
        if expense.identifier == .missing {
            expense.identifier = derived([
                key, "expense", expense.name, "\(CivilDate(utc: expense.day))", expense.category.rawValue,
                "\(expense.amount)", expense.currency,
            ])
        }
        let identifier = expense.identifier
        let sameIdentifier = #Predicate<Expense> { $0.identifier == identifier }
        guard try isNew(FetchDescriptor(predicate: sameIdentifier), &report) else { return }
        context.insert(expense)
        expense.trip = trip
        report.added.expenses += 1
    }

    private mutating func add(
        _ line: BudgetLine, to trip: Trip, _ key: String, _ report: inout TripImportReport
    ) throws {
        guard !trip.budget.contains(where: { $0.category == line.category }) else {
            report.known += 1
            return
        }
        if line.identifier == .missing {
            line.identifier = derived([key, "budget", line.category?.rawValue ?? ""])
        }
        let identifier = line.identifier
        let sameIdentifier = #Predicate<BudgetLine> { $0.identifier == identifier }
        guard try isNew(FetchDescriptor(predicate: sameIdentifier), &report) else { return }
        context.insert(line)
        line.trip = trip
        report.added.budgetLines += 1
    }

    private mutating func add(
        _ item: ChecklistItem, to trip: Trip, _ key: String, _ report: inout TripImportReport
    ) throws {
        if item.identifier == .missing { item.identifier = derived([key, "item", item.list, item.name]) }
        let identifier = item.identifier
        let sameIdentifier = #Predicate<ChecklistItem> { $0.identifier == identifier }
        guard try isNew(FetchDescriptor(predicate: sameIdentifier), &report) else { return }
        context.insert(item)
        item.trip = trip
        report.added.checklistItems += 1
    }

    /// Whether no record matches. A match is counted as known.
    private func isNew<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>, _ report: inout TripImportReport
    ) throws -> Bool {
        if try context.fetchCount(descriptor) == 0 { return true }
        report.known += 1
        return false
    }

    /// Returns an identifier that is derived from values. Equal values of one file get different identifiers, the
    /// same ones in each import.
    private mutating func derived(_ values: [String]) -> UUID {
        let first = UUID(derivedFrom: values.joined(separator: "\u{0}").utf8)
        let count = repeated[first, default: 0]
        repeated[first] = count + 1
        guard count > 0 else { return first }
        return UUID(derivedFrom: (values + [String(count)]).joined(separator: "\u{0}").utf8)
    }
}
