import Foundation
import ModelData
import StoreMaintenance

@Model
final class Entry {
    var text: String
    init(text: String) { self.text = text }
}

/// `Backups STORE` writes to a store, copies it while it is open, and restores the copy.
@main
struct Backups {
    static func main() throws {
        let path = CommandLine.arguments.dropFirst().first ?? "diary.store"
        let store = URL(fileURLWithPath: path)
        let copy = URL(fileURLWithPath: path + ".copy")
        let maintainer = StoreMaintainer(url: store, for: Schema([Entry.self]))
        do {
            let context = ModelContext(
                try ModelContainer(for: Entry.self, configurations: ModelConfiguration(url: store)))
            context.insert(Entry(text: "first"))
            try context.save()
            _ = try maintainer.backup(to: copy)
            context.insert(Entry(text: "second"))
            try context.save()
            print("before:", try context.fetch(FetchDescriptor<Entry>()).map(\.text))
            try context.close()
        }
        _ = try maintainer.restore(from: copy)
        let context = ModelContext(
            try ModelContainer(for: Entry.self, configurations: ModelConfiguration(url: store)))
        print("after:", try context.fetch(FetchDescriptor<Entry>()).map(\.text))
    }
}
