import Foundation
import ModelData

extension ModelContext {
    /// Whether an issue with an identifier exists.
    func hasIssue(_ identifier: UUID) throws -> Bool {
        let wanted = #Predicate<Issue> { $0.identifier == identifier }
        return try fetchCount(FetchDescriptor(predicate: wanted)) > 0
    }

    /// Returns the issues with the given identifiers, with their tags, in no particular order.
    func issues(_ identifiers: [UUID]) throws -> [Issue] {
        if identifiers.isEmpty { return [] }
        var descriptor = FetchDescriptor<Issue>(predicate: #Predicate { identifiers.contains($0.identifier) })
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        return try fetch(descriptor)
    }
}
