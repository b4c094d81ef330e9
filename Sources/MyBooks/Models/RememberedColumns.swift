import Foundation
import ModelData

/// The mapping that the user chose for a CSV file, for the next file with the same header. It is not synchronized.
@Model
final class RememberedColumns {
    /// The names of the columns, as a line of a CSV file.
    @Attribute(.unique) var header: String
    /// The mapping in the form of `--map`.
    var map: String

    init(header: String, map: String) {
        self.header = header
        self.map = map
    }
}

extension BookSession {
    /// Returns the mapping that is remembered for a header; `nil` if there is none.
    func rememberedColumns(_ header: String) throws -> RememberedColumns? {
        try context.fetch(
            FetchDescriptor<RememberedColumns>(predicate: #Predicate { $0.header == header })
        ).first
    }

    /// Remembers a mapping for a header.
    func remember(_ map: ColumnMap, for header: String) throws {
        if let remembered = try rememberedColumns(header) {
            if remembered.map != map.text { remembered.map = map.text }
        } else {
            context.insert(RememberedColumns(header: header, map: map.text))
        }
    }
}
