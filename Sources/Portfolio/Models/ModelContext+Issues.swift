import Foundation
import ModelData

extension ModelContext {
    /// Whether an issue with an identifier exists.
    func hasIssue(_ identifier: UUID) throws -> Bool {
        let wanted = #Predicate<Issue> { $0.identifier == identifier }
        return try fetchCount(FetchDescriptor(predicate: wanted)) > 0
    }
}
