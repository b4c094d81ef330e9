import Foundation
import ModelData

extension StoreSession {
    /// Throws where there is no store yet, or nothing in it any more. What else is wrong with its path, those say who open
    /// it.
    func requireStore() throws {
        if let emptied = EmptiedStore(location) { throw emptied }
        var status = stat()
        guard case .file(let path) = location, stat(path, &status) != 0, errno == ENOENT else { return }
        throw CareError.nothingThere(path: path)
    }

    /// Throws where the store's file can't be replaced, before a person is asked whether it may be.
    func requireReplaceable() throws {
        var status = stat()
        guard case .file(let path) = location, stat(path, &status) == 0 || errno != ENOENT else { return }
        if StoreOpening.isPermitted(path) { return }
        guard access(path, R_OK) == 0 else {
            // What is no file at all, those say who open it.
            if errno == EACCES || errno == EPERM { throw ModelDataError.noPermission(path: path) }
            return
        }
        throw ModelDataError.readOnly(path: path)
    }
}
