import Foundation
import ModelData

extension ModelContext {
    /// Whether there is an issue with an identifier.
    func hasIssue(_ identifier: UUID) throws -> Bool {
        let wanted = #Predicate<Issue> { $0.identifier == identifier }
        return try fetchCount(FetchDescriptor(predicate: wanted)) > 0
    }
}
