import Foundation
import HTTPTypes
import SyncProtocol

extension HTTPFields {
    /// Whether the sender of a request accepts an answer that is packed with ``Deflate``.
    var acceptPacked: Bool {
        self[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            guard let name = parts.first, name == Deflate.coding || name == "*" else { return false }
            // A weight of zero refuses the coding.
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
