import Foundation
import ModelData
import StoreMaintenance

// Backup, restore and repair of the store as a whole.
extension StoreService {
    /// Maintains the files of the store.
    ///
    /// - Throws: ``MaintenanceError/inMemory``.
    var maintainer: StoreMaintainer {
        get throws {
            guard case .file(let path) = location else { throw MaintenanceError.inMemory }
            return StoreMaintainer(
                url: URL(fileURLWithPath: path), for: Schema(models),
                lockTimeout: StoreOpener.lockTimeout, now: session.environment.now)
        }
    }

    /// Throws if the store doesn't exist or was emptied. Other problems are reported when the store is
    /// opened.
    ///
    /// - Throws: ``EmptiedStoreError``, ``MaintenanceError/storeMissing(path:)``.
    func requireStore() throws {
        if let emptied = EmptiedStoreError(location) { throw emptied }
        var status = stat()
        guard case .file(let path) = location, stat(path, &status) != 0, errno == ENOENT else { return }
        throw MaintenanceError.storeMissing(path: path)
    }

    /// Throws if the store's file can't be replaced. Call this method before asking the user to confirm the
    /// replacement.
    ///
    /// - Throws: `ModelDataError`.
    func requireReplaceable() throws {
        var status = stat()
        guard case .file(let path) = location, stat(path, &status) == 0 || errno != ENOENT
        else { return }
        if StoreOpener.isWritable(path) { return }
        guard access(path, R_OK) == 0 else {
            // If the path isn't a file, opening the store reports that.
            if errno == EACCES || errno == EPERM { throw ModelDataError.noPermission(path: path) }
            return
        }
        throw ModelDataError.readOnly(path: path)
    }
}
