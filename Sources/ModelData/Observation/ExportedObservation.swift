// Code for SwiftData uses `@Observable` and `withObservationTracking(_:onChange:)` without an import of its own.
@_exported import Observation
