import Foundation
import ModelData
import SyncProtocol

/// JSON lists for SQLite's `json_each`.
extension StoredValue {
    static func list(_ numbers: [Int64]) -> StoredValue {
        .text(JSONOutput.text { $0.array(numbers) { $0.number($1) } })
    }

    static func list(_ texts: [String]) -> StoredValue {
        .text(JSONOutput.text { $0.array(texts) { $0.text($1) } })
    }

    static func list(_ identifiers: [UUID]) -> StoredValue { list(identifiers.map(\.uuidString)) }

    /// Each element is a list of a number and a name.
    static func list(_ pairs: [(number: Int64, name: String)]) -> StoredValue {
        .text(
            JSONOutput.text { output in
                output.array(pairs) { output, pair in
                    output.array([pair]) { output, pair in
                        output.number(pair.number)
                        output.text(pair.name)
                    }
                }
            })
    }
}
