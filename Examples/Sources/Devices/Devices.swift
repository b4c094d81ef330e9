import Foundation
import ModelData
import Sync

@Model
final class Chore {
    /// Tells records of different stores apart.
    @Attribute(.unique) var identifier = UUID()
    var title: String
    var isDone = false

    init(title: String) { self.title = title }
}

extension Chore: Synchronizable {
    static var synchronization: Synchronization<Chore> { Synchronization(identifier: \.identifier) }
}

/// A device with a store of its own.
@MainActor
struct Device {
    let context: ModelContext
    private let synchronizer: Synchronizer

    init(_ store: URL, transport: any SyncTransport) throws {
        let container = try ModelContainer(for: Chore.self, configurations: ModelConfiguration(url: store))
        context = ModelContext(container)
        synchronizer = try Synchronizer(container, models: [Chore.self], transport: transport)
    }

    func change(_ title: String, _ change: (Chore) -> Void) throws {
        let named = FetchDescriptor<Chore>(predicate: #Predicate { $0.title == title })
        try context.fetch(named).forEach(change)
        try context.save()
    }

    func synchronize() async throws { _ = try await synchronizer.synchronize() }

    func list() throws -> String {
        try context.fetch(FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.title)]))
            .map { ($0.isDone ? "✓ " : "") + $0.title }.joined(separator: ", ")
    }
}

/// `Devices FOLDER` edits one record in two stores, and synchronizes them.
@main
struct Devices {
    @MainActor
    static func main() async throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "devices")
        let server = MemoryServer()
        let laptop = try Device(folder.appending(path: "laptop.store"), transport: server)
        let phone = try Device(folder.appending(path: "phone.store"), transport: server)

        laptop.context.insert(Chore(title: "Water plants"))
        laptop.context.insert(Chore(title: "Post letter"))
        try laptop.context.save()
        try await laptop.synchronize()
        try await phone.synchronize()

        // Offline, both devices edit the same record. The edits are merged, field by field.
        try laptop.change("Post letter") { $0.title = "Post both letters" }
        try phone.change("Post letter") { $0.isDone = true }
        print("offline:", try laptop.list(), "|", try phone.list())

        for device in [laptop, phone, laptop] { try await device.synchronize() }
        print("synchronized:", try laptop.list(), "|", try phone.list())
    }
}
