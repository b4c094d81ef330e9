import Foundation

/// Copies of a store that are stores themselves.
enum StoreBackup {
    /// Copies what a connection sees; the file appears under its name when it is whole.
    ///
    /// - Returns: where a log is kept that was beside the target, and belonged to no store there; nil where there was
    ///   none.
    static func write(
        _ connection: StoreConnection, to target: String, replacing: Bool, timeout: Int
    ) throws -> String? {
        var info = stat()
        if lstat(target, &info) == 0, !replacing { throw ModelDataError.alreadyExists(path: target) }
        let scratch = try ScratchFile(beside: target)
        try writing(target) { try connection.perform { try $0.execute(vacuum(into: scratch.path)) } }
        // A store in memory doesn't say whose it is.
        try CareConnection(scratch.path, .existing, timeout: 0).execute(
            "PRAGMA application_id = \(StoreFile.applicationID)")
        return try give(scratch, target, replacing: replacing, timeout: timeout, at: .now)
    }

    /// Copies a store's file as its last transaction left it, with its large values; others may use it meanwhile.
    ///
    /// - Parameters:
    ///   - path: the store.
    ///   - target: where the copy goes.
    ///   - replacing: whether a file that is there is replaced.
    ///   - isLocked: whether the caller keeps others from writing.
    ///   - timeout: how many seconds to wait for others.
    ///   - date: the moment, for the name of what is kept.
    /// - Returns: where a log is kept that was beside the target, and belonged to no store there; nil where there was
    ///   none.
    /// - Throws: ``ModelDataError/locked(path:seconds:)`` of the target where somebody has the file open that would be
    ///   replaced.
    @discardableResult
    static func write(
        of path: String, to target: String, replacing: Bool, isLocked: Bool = false, timeout: Int,
        at date: Date = .now
    ) throws -> String? {
        var info = stat()
        if lstat(target, &info) == 0, !replacing || isSame(path, target) {
            throw ModelDataError.alreadyExists(path: target)
        }
        let scratch = try ScratchFile(beside: target)
        try copy(path, into: scratch.path, named: target, isLocked: isLocked, timeout: timeout)
        return try give(scratch, target, replacing: replacing, timeout: timeout, at: date)
    }

    /// Gives a copy that is whole its name; returns where a log is kept that was beside that.
    private static func give(
        _ scratch: ScratchFile, _ target: String, replacing: Bool, timeout: Int, at date: Date
    ) throws -> String? {
        try StoreLog.makeWay(
            at: target, keepingAs: StoreCopy.freeName(beside: target, "damaged", at: date), timeout: timeout
        ) { try scratch.move(to: target, replacing: replacing) }
    }

    /// Copies a store's file into an empty one, and its large values beside the name that this one gets.
    ///
    /// - Parameters:
    ///   - path: the store.
    ///   - folder: where its large values are; beside its name, when nil.
    ///   - scratch: the empty file, which keeps its lock, and with it its name.
    ///   - target: the name that it gets.
    ///   - isLocked: whether the caller keeps others from writing.
    ///   - timeout: how many seconds to wait for others.
    static func copy(
        _ path: String, with folder: String? = nil, into scratch: String, named target: String,
        isLocked: Bool = false, timeout: Int
    ) throws {
        let path = StoreFile.followingLinks(path)
        let folder = folder ?? ExternalFile.folder(of: path)
        let hasFolder = access(folder, R_OK) == 0
        // Files that nothing refers to any more are removed under the same lock, so that none of the copy's goes.
        let lock = hasFolder && !isLocked ? try lock(path, timeout: timeout) : nil
        defer { try? lock?.execute("ROLLBACK") }
        // One who may only read leaves the files behind that SQLite makes beside a store.
        let mode: CareConnection.Mode = access(path, W_OK) == 0 ? .existing : .reading
        try writing(target) {
            try CareConnection(path, mode, timeout: timeout).execute(vacuum(into: scratch))
        }
        let copy = try CareConnection(scratch, .reading, timeout: timeout)
        if let problem = try copy.problems(limit: 1, references: false).first {
            throw ModelDataError.damaged(path: path, detail: problem)
        }
        if hasFolder {
            let place = ExternalFile.folder(of: target)
            for name in try ExternalFile.referenced({ try copy.rows($0) }) {
                try ExternalFile.share(name, from: folder, in: place)
            }
            if access(place, F_OK) == 0 { try StoreFile.synchronize(place) }
        }
    }

    /// Copies all into a file. Its name stands in the statement as it is: values are brought to Unicode's normal form,
    /// which would be another file's name.
    private static func vacuum(into path: String) -> String { "VACUUM INTO \(path.literalSQL)" }

    /// Copies by a statement that writes nothing but the copy, so that it is the copy's disk that is full.
    private static func writing(_ target: String, _ copy: () throws -> Void) throws {
        do {
            try copy()
        } catch ModelDataError.diskFull {
            throw ModelDataError.diskFull(path: target)
        }
    }

    /// Keeps others from writing; nil where the store can't be written anyway.
    private static func lock(_ path: String, timeout: Int) throws -> CareConnection? {
        do {
            let connection = try CareConnection(path, .existing, timeout: timeout)
            try connection.execute("BEGIN IMMEDIATE")
            return connection
        } catch ModelDataError.readOnly, ModelDataError.noPermission, ModelDataError.cannotOpen {
            return nil
        }
    }

    /// Whether two names are the same file's.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, two) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &two) == 0 && one.st_dev == two.st_dev
            && one.st_ino == two.st_ino
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
        let usual = "\(path).before-migration-\(generation)"
        // One that somebody has opened, or that was left with its log, is a store of its own by now.
        let copy = StoreLog.isBeside(usual) ? StoreFile.freeName(usual) : usual
        try write(of: path, to: copy, replacing: true, isLocked: true, timeout: timeout)
        return copy
    }
}
