import Localization
import Shell

/// Writes all data of destinations, sights, trips, exchange rates and views. Importing the file into an empty store restores
/// them.
@MainActor
enum TripJSON {
    static func write(_ export: TripExport) -> TripExport.Result {
        var writer = JSONWriter()
        writer.write(literal: "{\n  \"format\": \"itour\",\n  \"version\": 1")
        list("destinations", export.destinations, isRequired: true, to: &writer) { write($0, to: &$1) }
        list("trips", export.trips, to: &writer) { write($0, to: &$1) }
        list("rates", export.rates.sorted { $0.currency < $1.currency }, to: &writer) {
            writeMembers(ExchangeRate.fields.members($0), to: &$1)
            $1.write(literal: "}")
        }
        list("views", export.views, to: &writer) {
            writeMembers($0.members, to: &$1)
            $1.write(literal: "}")
        }
        writer.write(literal: "\n}\n")
        return TripExport.Result(bytes: writer.bytes, counts: export.counts)
    }

    /// Writes a member of the outermost object with a list, unless the list is empty and may be missing.
    private static func list<Element>(
        _ key: String, _ elements: [Element], isRequired: Bool = false, to writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        if elements.isEmpty, !isRequired { return }
        writer.write(literal: ",\n  ")
        writer.write(key)
        writer.write(literal: ": [")
        for (index, element) in elements.enumerated() {
            writer.write(literal: index == 0 ? "\n    " : ",\n    ")
            write(element, &writer)
        }
        writer.write(literal: elements.isEmpty ? "]" : "\n  ]")
    }

    private static func write(_ destination: Destination, to writer: inout JSONWriter) {
        writeMembers(
            Destination.fields.members(destination) + [
                ("trip", text(destination.trip?.identifier.uuidString))
            ],
            to: &writer)
        list("sights", destination.sights.map { Sight.fields.members($0) }, to: &writer)
        writer.write(literal: "}")
    }

    private static func write(_ trip: Trip, to writer: inout JSONWriter) {
        writeMembers(Trip.fields.members(trip), to: &writer)
        if !trip.destinations.isEmpty {
            writer.write(literal: ", \"destinations\": ")
            writer.write(.list(trip.destinations.map { .string($0.identifier.uuidString) }))
        }
        list("legs", trip.legsInOrder.map { Leg.fields.members($0) }, to: &writer)
        list("stays", trip.staysInOrder.map { Stay.fields.members($0) }, to: &writer)
        list("expenses", trip.expenses.map { Expense.fields.members($0) }, to: &writer)
        list("budget", trip.budget.map { BudgetLine.fields.members($0) }, to: &writer)
        list("checklist", trip.checklist.map { ChecklistItem.fields.members($0) }, to: &writer)
        writer.write(literal: "}")
    }

    /// Writes a member with a list of objects, unless the list is empty.
    private static func list(
        _ key: String, _ objects: [[(key: String, value: Cell.RawValue)]], to writer: inout JSONWriter
    ) {
        guard !objects.isEmpty else { return }
        writer.write(literal: ", ")
        writer.write(key)
        writer.write(literal: ": [")
        for (index, object) in objects.enumerated() {
            writer.write(literal: index == 0 ? "\n      " : ",\n      ")
            writeMembers(object, to: &writer)
            writer.write(literal: "}")
        }
        writer.write(literal: "\n    ]")
    }

    /// Writes the start of an object with its members that aren't `null`.
    private static func writeMembers(
        _ members: [(key: String, value: Cell.RawValue)], to writer: inout JSONWriter
    ) {
        var isFirst = true
        for (key, value) in members where value != .null {
            writer.write(literal: isFirst ? "{" : ", ")
            isFirst = false
            writer.write(key)
            writer.write(literal: ": ")
            writer.write(value)
        }
    }

    private static func text(_ string: String?) -> Cell.RawValue {
        string.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
    }
}
