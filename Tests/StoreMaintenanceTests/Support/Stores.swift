import Foundation
import ModelData

/// A directory that is deleted with this object.
final class TemporaryDirectory {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "maintenance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String = "test.store") -> URL { url.appending(path: name) }
}

/// Creates an in-memory container.
func memory(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(
        for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

/// Creates a container with a store file.
func container(_ url: URL, _ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url))
}
