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
