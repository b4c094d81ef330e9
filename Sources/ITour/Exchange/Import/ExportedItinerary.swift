import Formats
import Foundation
import Localization
import ProgramKit

extension ImportedItinerary: ExportedPart {
    var title: String { name }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        self.init(name: try fields.name())
        identifier = fields.identifier("identifier")
        details = fields.text("details")
        days = fields.dates(zone: nil).map { $0.firstDay...$0.lastDay }
        destinations = fields.elements("destinations").compactMap { element in
            let identifier = element.string.flatMap { UUID(uuidString: $0) }
            if identifier == nil { fields.drop("destinations", written: element.source, .identifier) }
            return identifier
        }
    }

    /// Reads the lists of a trip's parts.
    mutating func read(_ fields: inout EntryFields, _ reader: inout ExportReader) {
        legs = reader.parts("legs", of: &fields, in: name)
        stays = reader.parts("stays", of: &fields, in: name)
        expenses = reader.parts("expenses", of: &fields, in: name)
        budget = reader.parts("budget", of: &fields, in: name)
        checklist = reader.parts("checklist", of: &fields, in: name)
    }
}

extension ImportedBudgetLine: ExportedPart {
    var title: String { category?.rawValue ?? "budget" }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        // A limit of an unknown category isn't a limit of the whole trip.
        category = fields.isEmpty("category") ? nil : try fields.needed("category") { $0.word($1) }
        limit = try fields.needed("amount") { $0.money($1) }
        identifier = fields.identifier("identifier")
    }
}

extension ImportedChecklistItem: ExportedPart {
    var title: String { name }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        self.init(name: try fields.name(), list: fields.text("list"), isDone: fields.flag("done"))
        identifier = fields.identifier("identifier")
    }
}

extension ImportedRate: ExportedPart {
    var title: String { currency }

    init(_ fields: inout EntryFields) throws(SkippedEntry) {
        let own: String = try fields.needed("currency") { $0.currency($1) }
        currency = own
        value = try fields.needed("value") { $0.decimal($1, isPositive: true) }
        base = try fields.needed("base") { $0.currency($1, except: own) }
    }
}
