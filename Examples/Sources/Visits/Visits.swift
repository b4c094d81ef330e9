#if Server
import Foundation
import Hummingbird
import ModelData

@Model
final class Page {
    @Attribute(.unique) var name: String
    var visits = 0

    init(name: String) { self.name = name }
}

/// A page in an answer. Objects stay in their context, so handlers return values.
struct PageCount: ResponseCodable {
    let name: String
    let visits: Int

    init(_ page: Page) { (name, visits) = (page.name, page.visits) }
}

/// Makes all changes of the process, one after the other.
@ModelActor
actor VisitWriter {
    func visit(_ name: String) throws -> PageCount {
        let page = try modelContext.findOrInsert(\.name, name) { Page(name: name) }
        page.visits += 1
        try modelContext.save()
        return PageCount(page)
    }

    func close() throws { try modelContext.close() }
}

/// `Visits STORE PORT` counts the visits of pages, and lists the most visited ones.
@main
struct Visits {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 2, let path = words.first, let port = words.last.flatMap({ Int($0) }) else {
            return print("usage: Visits STORE PORT")
        }
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
        let container = try ModelContainer(for: Page.self, configurations: configuration)
        let writer = VisitWriter(modelContainer: container)

        let router = Router()
        router.get("/") { _, _ in "ready" }
        router.get("pages") { _, _ in
            // Each request has a context of its own.
            let context = ModelContext(container)
            var busiest = FetchDescriptor<Page>(
                sortBy: [SortDescriptor(\.visits, order: .reverse), SortDescriptor(\.name)])
            busiest.fetchLimit = 10
            return try context.fetch(busiest).map { PageCount($0) }
        }
        router.post("pages/{name}") { _, context in
            try await writer.visit(context.parameters.require("name"))
        }
        let address = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        // Returns after SIGTERM or Ctrl-C, when the running requests are answered.
        try await Application(router: router, configuration: address).runService()
        try await writer.close()
        try container.close()
    }
}
#else
@main
struct Visits {
    static func main() {
        print("Build the server with its dependency: swift run --traits Server Visits STORE PORT")
    }
}
#endif
