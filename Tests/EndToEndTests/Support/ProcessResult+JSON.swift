import Foundation
import TestSupport
import Testing

extension ProcessResult {
    /// The array of objects that the program printed as JSON.
    var objects: [[String: Any]] {
        get throws {
            try #require(try JSONSerialization.jsonObject(with: Data(outputBytes)) as? [[String: Any]])
        }
    }

    /// The object that the program printed as JSON.
    var object: [String: Any] {
        get throws {
            try #require(try JSONSerialization.jsonObject(with: Data(outputBytes)) as? [String: Any])
        }
    }
}
