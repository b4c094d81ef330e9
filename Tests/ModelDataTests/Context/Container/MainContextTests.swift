import Foundation
import Testing

@testable import ModelData

@Suite("The main context and its container")
@MainActor
struct MainContextTests {
    @Test func `The container of a main context has that context, even if the first container is gone`()
        throws
    {
        let directory = try TemporaryDirectory()
        let url = directory.file()
        let context = try ModelContainer(
            for: Label.self, Sight.self, Trip.self, Person.self, configurations: ModelConfiguration(url: url)
        ).mainContext
        context.insert(Label("home"))
        try context.save()
        #expect(context.container.mainContext === context)
        try context.container.close()
        #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
        // The context opens the store again.
        #expect(try context.fetchCount(FetchDescriptor<Label>()) == 1)
    }
}
