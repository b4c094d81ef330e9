import Foundation

/// Copies of a store that are stores themselves.
enum StoreBackup {
    /// Copies the store as its last transaction left it; the file appears under its name when it is whole.
    static func write(_ connection: StoreConnection, to path: String) throws {
        let partial = path + ".partial"
        unlink(partial)
        try StoreFile.create(partial)
        do {
            try connection.perform { try $0.run("VACUUM INTO ?", .text(partial)) }
            try StoreFile.move(partial, to: path)
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Copies a store that is about to be migrated.
    ///
    /// The migration has the store locked for writers, so that the copy, which another connection makes, is
    /// of the very state that is migrated. A copy that an interrupted migration left is replaced.
    ///
    /// - Returns: the path of the copy.
    static func writeBeforeMigration(
        of path: String, generation: Int64, timeout: Int
    ) throws -> String {
        let copy = "\(path).before-migration-\(generation)"
        let reader = try StoreConnection(path: path, timeout: timeout, isReadOnly: true)
        unlink(copy)
        do {
            // Records of the copy must find their files even when the migrated store needs them no more.
            try ExternalFile.share(folderOf: path, with: copy)
            try write(reader, to: copy)
        } catch {
            remove(copy)
            throw error
        }
        try reader.close()
        return copy
    }

    /// Removes a copy and the files of its large values.
    static func remove(_ copy: String) {
        unlink(copy)
        try? FileManager.default.removeItem(atPath: ExternalFile.folder(of: copy))
    }
}
