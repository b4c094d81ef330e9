import Formats
import Foundation
import Localization

/// A trip in itour's JSON exports.
struct ExportedItinerary: Decodable {
    private var identifier: String?
    private var name: String
    private var details: String?
    private var start: String?
    private var end: String?
    private var destinations: [Part<ExportedReference>]?
    private var legs: [Part<ExportedLeg>]?
    private var stays: [Part<ExportedStay>]?
    private var expenses: [Part<ExportedExpense>]?
    private var budget: [Part<ExportedBudgetLine>]?
    private var checklist: [Part<ExportedChecklistItem>]?

    /// Returns the trip, and items for its unreadable parts.
    func items(position: Int) throws(ItemProblem) -> [TripFileItem] {
        var trip = ImportedItinerary(name: try RawFields.name(name))
        trip.identifier = try RawFields.identifier(identifier)
        trip.details = details ?? ""
        for written in [start, end] {
            if let written { _ = try RawFields.day(written) }
        }
        trip.days = try RawFields.dates(start: start, end: end, zone: nil).map { $0.firstDay...$0.lastDay }
        var skipped: [TripFileItem] = []
        func readable<Exported: ExportedPart>(_ key: String, _ parts: [Part<Exported>]?) -> [Exported
            .Imported]
        {
            (parts ?? []).enumerated().compactMap { index, part in
                do throws(ItemProblem) {
                    return try part.content.get().imported()
                } catch {
                    let problem = ItemProblem.part(
                        trip: trip.name, list: key, position: index + 1, reason: error.reason)
                    skipped.append(.skipped(position: position, reason: problem.reason))
                    return nil
                }
            }
        }
        trip.destinations = readable("destinations", destinations)
        trip.legs = readable("legs", legs)
        trip.stays = readable("stays", stays)
        trip.expenses = readable("expenses", expenses)
        trip.budget = readable("budget", budget)
        trip.checklist = readable("checklist", checklist)
        return [.itinerary(trip)] + skipped
    }
}

/// A part of a trip in itour's JSON exports.
private protocol ExportedPart: Decodable {
    associatedtype Imported
    func imported() throws(ItemProblem) -> Imported
}

/// A part of a trip that may be unreadable. The other parts are read then.
private struct Part<Content: Decodable>: Decodable {
    let content: Result<Content, ItemProblem>

    init(from decoder: any Decoder) throws {
        do {
            content = .success(try Content(from: decoder))
        } catch let problem as JSONProblem {
            // The message already contains the name of the list and the position.
            let key = problem.key.split(separator: "]", maxSplits: 1).last ?? ""
            content = .failure(.wrongKind(key: String(key.drop { $0 == "." })))
        }
    }
}

/// The identifier of a destination.
private struct ExportedReference: ExportedPart {
    private let written: String

    init(from decoder: any Decoder) throws { written = try String(from: decoder) }

    func imported() throws(ItemProblem) -> UUID {
        guard let identifier = UUID(uuidString: written) else { throw .identifier(written) }
        return identifier
    }
}

private struct ExportedLeg: ExportedPart {
    var identifier: String?
    var kind: String
    var from: String
    var to: String
    var departure: String
    var departureZone: String?
    var arrival: String
    var arrivalZone: String?
    var line: String?
    var code: String?
    var seat: String?
    var note: String?
    var cost: Decimal?
    var currency: String?
    var source: String?

    func imported() throws(ItemProblem) -> ImportedLeg {
        guard let kind = LegKind(rawValue: kind) else { throw .value(key: "kind", written: kind) }
        var leg = ImportedLeg(
            identifier: try RawFields.identifier(identifier), kind: kind, origin: try RawFields.name(from),
            target: try RawFields.name(to), departure: try RawFields.moment(departure),
            departureZone: try RawFields.zone(departureZone), arrival: try RawFields.moment(arrival),
            arrivalZone: try RawFields.zone(arrivalZone))
        try leg.check()
        leg.line = (line ?? "").withoutNUL
        leg.code = (code ?? "").withoutNUL
        leg.seat = (seat ?? "").withoutNUL
        leg.note = (note ?? "").withoutNUL
        leg.cost = try RawFields.money(cost, currency, key: "cost")
        leg.source = source?.withoutNUL
        return leg
    }
}

private struct ExportedStay: ExportedPart {
    var identifier: String?
    var name: String
    var checkIn: String
    var checkOut: String
    var timeZone: String?
    var address: String?
    var latitude: Double?
    var longitude: Double?
    var code: String?
    var link: String?
    var note: String?
    var cost: Decimal?
    var currency: String?
    var source: String?

    func imported() throws(ItemProblem) -> ImportedStay {
        var stay = ImportedStay(
            identifier: try RawFields.identifier(identifier), name: try RawFields.name(name),
            checkIn: try RawFields.moment(checkIn), checkOut: try RawFields.moment(checkOut),
            timeZone: try RawFields.zone(timeZone))
        try stay.check()
        stay.address = (address ?? "").withoutNUL
        stay.place = try RawFields.place(latitude: latitude, longitude: longitude)
        stay.code = (code ?? "").withoutNUL
        stay.link = (link ?? "").withoutNUL
        stay.note = (note ?? "").withoutNUL
        stay.cost = try RawFields.money(cost, currency, key: "cost")
        stay.source = source?.withoutNUL
        return stay
    }
}

private struct ExportedExpense: ExportedPart {
    var identifier: String?
    var name: String
    var day: String
    var category: String
    var amount: Decimal
    var currency: String

    func imported() throws(ItemProblem) -> ImportedExpense {
        guard let category = ExpenseCategory(rawValue: category) else {
            throw .value(key: "category", written: category)
        }
        return ImportedExpense(
            identifier: try RawFields.identifier(identifier), name: try RawFields.name(name),
            day: try RawFields.day(day), category: category, cost: try RawFields.money(amount, currency))
    }
}

private struct ExportedBudgetLine: ExportedPart {
    var identifier: String?
    var category: String?
    var amount: Decimal
    var currency: String

    func imported() throws(ItemProblem) -> ImportedBudgetLine {
        let known = category.flatMap { ExpenseCategory(rawValue: $0) }
        if let category, known == nil { throw .value(key: "category", written: category) }
        return ImportedBudgetLine(
            identifier: try RawFields.identifier(identifier), category: known,
            limit: try RawFields.money(amount, currency))
    }
}

private struct ExportedChecklistItem: ExportedPart {
    var identifier: String?
    var name: String
    var list: String
    var done: Bool?

    func imported() throws(ItemProblem) -> ImportedChecklistItem {
        ImportedChecklistItem(
            identifier: try RawFields.identifier(identifier), name: try RawFields.name(name),
            list: list.withoutNUL, isDone: done ?? false)
    }
}

/// An exchange rate in itour's JSON exports.
struct ExportedRate: Decodable {
    private var currency: String
    private var value: Decimal
    private var base: String

    func imported() throws(ItemProblem) -> ImportedRate {
        guard value > 0, value < 1_000_000_000 else { throw .value(key: "value", written: "\(value)") }
        let own = try RawFields.currency(currency, key: "currency")
        let base = try RawFields.currency(base, key: "base")
        guard own != base else { throw .value(key: "base", written: base) }
        return ImportedRate(currency: own, value: value, base: base)
    }
}
