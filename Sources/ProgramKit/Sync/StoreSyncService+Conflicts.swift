import Localization
import ModelData
import Shell
import Sync

extension StoreSyncService {
    /// Returns the conflicts of the store, the oldest first.
    func conflicts() throws -> [SyncConflict] { try SyncTracking.conflicts(store.context, models: models) }

    /// Returns the title of a conflict's entry: its present one, or the one that it had before it was deleted.
    func title(of conflict: SyncConflict) -> String {
        let type = store.models.first { Schema.entityName(for: $0) == conflict.model }
        if let type, let record = conflict.record, let title = title(type, record) { return title }
        for name in ["title", "name", "text"] {
            if case .string(let text)? = conflict.values.first(where: { $0.name == name })?.own {
                return text
            }
        }
        return store.session.preferences.localizer.string(store.names.label(conflict.model))
    }

    private func title<Model: PersistentModel>(_ type: Model.Type, _ record: Int64) -> String? {
        ((try? store.context.object(type, number: record)) as? any TitledModel)?.recordTitle
    }

    /// Returns the values that the user knows by a name. Others belong to one of them, such as a name without case.
    func shownValues(of conflict: SyncConflict) -> [SyncConflict.Value] {
        let named = conflict.values.filter { store.names.hasProperty($0.name) && $0.own != $0.other }
        return named.isEmpty ? Array(conflict.values.prefix(1)) : named
    }

    /// Returns the notices about new conflicts.
    func notices(ofConflicts numbers: [Int]) -> [LocalizedText] {
        guard !numbers.isEmpty, let all = try? conflicts() else { return [] }
        return all.filter { numbers.contains($0.number) }.map { conflict in
            if conflict.isDeleted {
                return text(
                    "“%@”, which you had changed, was deleted on another device. “sync conflicts” shows your values.",
                    title(of: conflict))
            }
            return text(
                "Your change of “%1$@” was replaced by a later one: %2$@. “sync conflicts” shows both.",
                title(of: conflict),
                TextArgument.list(shownValues(of: conflict).map { store.names.property($0.name) }))
        }
    }
}
