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
