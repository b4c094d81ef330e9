// Code for SwiftData uses Foundation's types and predicates, `@Observable` and `withObservationTracking(_:onChange:)`
// without an import of their own.
@_exported import Foundation
@_exported import Observation
