import Foundation
import Localization
import ModelData
import Shell

/// Opens a program's store: to change it, or only to read it where it can't be written.
@MainActor
struct StoreOpening {
    let models: [any PersistentModel.Type]
    /// The models that are kept in memory beside the store.
    let memoryModels: [any PersistentModel.Type]
    let location: StoreLocation
    let interaction: any Interaction

    /// How many seconds to wait for others who write to the store. A large import may take that long; at a terminal the
    /// person is told of the waiting, and can break it off.
    static let patience = 60

    /// The container, and what keeps it from being written where it can only be read.
    func open() throws -> (container: ModelContainer, obstacle: ModelDataError?) {
        try LockWait.$notice.withValue(Self.notice(interaction)) {
            do {
                return (try container(allowsSave: true), nil)
            } catch let error as ModelDataError where Self.leavesReading(error) {
                // A store of an earlier version would have to be changed first, which the first error says.
                guard case .file(let path) = location, FileManager.default.isReadableFile(atPath: path),
                    let container = try? container(allowsSave: false)
                else { throw error }
                if case .diskFull = error { return (container, error) }
                // Of whatever kind the permission is that is missing: reading works.
                return (container, .readOnly(path: path))
            }
        }
    }

    private func container(allowsSave: Bool) throws -> ModelContainer {
        let schema = Schema(models)
        var configuration =
            switch location {
            case .memory: ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
            case .file(let path):
                ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path), allowsSave: allowsSave)
            }
        configuration.lockTimeout = Self.patience
        if memoryModels.isEmpty { return try ModelContainer(for: schema, configurations: [configuration]) }
        let memory = ModelConfiguration("memory", schema: Schema(memoryModels), isStoredInMemoryOnly: true)
        return try ModelContainer(
            for: Schema(models + memoryModels), configurations: [configuration, memory])
    }

    /// Whether a store that can't be opened for writing may still be read.
    private static func leavesReading(_ error: ModelDataError) -> Bool {
        switch error {
        case .readOnly, .noPermission, .diskFull, .cannotOpen: true
        default: false
        }
    }

    /// Whether what kept a store from being written is gone, as far as can be known without opening it.
    static func canBeWritten(_ path: String, after obstacle: ModelDataError) -> Bool {
        guard isPermitted(path) else { return false }
        guard case .diskFull = obstacle else { return true }
        var status = statvfs()
        return statvfs((path as NSString).deletingLastPathComponent, &status) == 0 && status.f_bavail > 0
    }

    /// Whether the person may write to a store's file and to its directory, as both changing and replacing it need.
    static func isPermitted(_ path: String) -> Bool {
        access(path, W_OK) == 0 && access((path as NSString).deletingLastPathComponent, W_OK) == 0
    }

    /// Tells the person, while another process has the store locked, that the program waits for it.
    static func notice(_ interaction: any Interaction) -> LockWait.Notice {
        let waiting = withUnsafeCurrentTask { $0?.hashValue }
        return LockWait.Notice { seconds in
            // This task is on the main actor, which waits with it; another one, that it has begun, need not be.
            let current = withUnsafeCurrentTask { $0?.hashValue }
            guard seconds > 1, current != nil, current == waiting else { return }
            MainActor.assumeIsolated {
                interaction.progress(
                    text("Waiting for another process that writes to the store. Ctrl-C breaks it off."))
            }
        }
    }
}
