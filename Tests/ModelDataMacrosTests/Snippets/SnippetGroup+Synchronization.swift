extension SnippetGroup {
    /// Imports and synchronization.
    static let synchronization = SnippetGroup(
        folders: ["Sources/Sync", "Sources/SyncProtocol"],
        imports: ["StoreMaintenance", "Sync", "SyncProtocol"], minimumCount: 35,
        prelude: #"""
            @Model final class Book: Synchronizable {
                @Attribute(.unique) var identifier = UUID()
                var lastImport: Date?
                static var synchronization: Synchronization<Book> { Synchronization(identifier: \.identifier) }
                init() {}
            }
            @Model final class Destination: Synchronizable {
                @Attribute(.unique) var identifier = UUID()
                static var synchronization: Synchronization<Destination> { Synchronization(identifier: \.identifier) }
                init() {}
            }
            @Model final class Sight {
                @Attribute(.unique) var identifier = UUID()
                var name = ""
                init() {}
            }
            @Model final class PointOfInterest: Decodable {
                @Attribute(.unique) var number = 0
                init(from decoder: any Decoder) throws {}
            }

            func some<Value>() -> Value { fatalError("The source is only type-checked.") }

            let container: ModelContainer = some()
            nonisolated(unsafe) let context: ModelContext = some()
            let maintainer: StoreMaintainer = some()
            let synchronizer: Synchronizer = some()
            """#)
}
