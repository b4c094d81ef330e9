import Digest
import Foundation

/// The files beside a store that hold large values, each named for the digest of its content.
///
/// In the store stands a reference: the marker below and the name. A file is on the disk before the
/// transaction that refers to it is final, and is never changed; one that nothing refers to any more, not
/// the history either, goes with ``ModelContainer/removeOrphanedFiles()``.
enum ExternalFile {
    /// How many bytes a value may have to stay in the store.
    static let threshold = 100_000
    static let marker = Array("modeldata-external:".utf8)
    /// How many characters the name of a file has.
    static let nameLength = 64

    static func folder(of store: String) -> String { store + ".external" }

    /// What stands in the store for a value; nil when that is the value itself.
    static func reference(to value: Data) -> Data? {
        // A small value that looks like a reference mustn't be taken for one.
        guard value.count > threshold || value.starts(with: marker) else { return nil }
        return Data(marker) + Data(SHA256.hexadecimal(value).utf8)
    }

    /// The name that a reference holds; nil when it is none.
    static func name(in data: Data) -> String? {
        guard data.count == marker.count + nameLength, data.starts(with: marker) else { return nil }
        return String(decoding: data.dropFirst(marker.count), as: UTF8.self)
    }

    /// The value of a property that isn't external, or no longer: that of the file which the bytes refer to.
    ///
    /// A file that isn't there, or can't be read just now, is never taken for a sign that the bytes only look like a
    /// reference: those that do have a file, see ``keep(_:in:)``.
    static func content(of data: Data, in folder: @autoclosure () -> String?) throws -> Data {
        guard let name = Self.name(in: data), isName(name), let folder = folder() else { return data }
        return try read(name, in: folder)
    }

    /// Sees to it that a value of a property that isn't external is read as it is, also where it looks like a reference:
    /// the file that it seems to refer to holds it.
    static func keep(_ value: Data, in folder: @autoclosure () -> String?) throws {
        guard let name = Self.name(in: value), isName(name), let folder = folder() else { return }
        var info = stat()
        // A file of that name may be a large value's; it is nothing to write over.
        if lstat(folder + "/" + name, &info) == 0 { return }
        try write(value, name, in: folder)
    }

    static func read(_ name: String, in folder: String) throws -> Data {
        let path = folder + "/" + name
        guard isName(name), let data = FileManager.default.contents(atPath: path) else {
            throw ValueProblem.missingFile(path: path)
        }
        return data
    }

    /// Writes a file that is whole, and durable, or not there at all.
    static func write(_ value: Data, _ name: String, in folder: String) throws {
        let path = folder + "/" + name
        var info = stat()
        // What has this name has this content.
        if stat(path, &info) == 0, Int(info.st_size) == value.count { return }
        try StoreFile.createDirectory(folder)
        let (partial, file) = try PartialFile.make(in: folder, for: "value")
        // It is locked until it has its name.
        defer { close(file) }
        do {
            try value.withUnsafeBytes { try write($0, to: file, path: partial) }
            if fsync(file) != 0 { throw StoreFile.failure(errno, path: partial) }
            if rename(partial, path) != 0 { throw StoreFile.failure(errno, path: path) }
        } catch {
            unlink(partial)
            throw error
        }
        try StoreFile.synchronizeName(of: path)
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, path: String) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreFile.failure(errno, path: path)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// Gives a file a second place, in another store's folder: as a link where the file system has them, since a file is
    /// never changed, and as a copy elsewhere. One that is missing stays missing.
    static func share(_ name: String, from folder: String, in target: String) throws {
        let (source, place) = (folder + "/" + name, target + "/" + name)
        guard isName(name), access(source, R_OK) == 0 else { return }
        try StoreFile.createDirectory(target)
        if link(source, place) == 0 || errno == EEXIST { return }
        try write(try read(name, in: folder), name, in: target)
    }

    /// The names that any record of any table of a store refers to, the history included.
    static func referenced(_ rows: (String) throws -> [[StoredValue]]) throws -> Set<String> {
        var names: Set<String> = []
        let columns = try rows(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'BLOB'
            """)
        for row in columns {
            guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
            let found = try rows(
                """
                SELECT \(column.quotedSQL) FROM \(table.quotedSQL)
                WHERE instr(\(column.quotedSQL), CAST('modeldata-external:' AS BLOB)) > 0
                """)
            for case .blob(let data) in found.compactMap(\.first) {
                names.formUnion(Self.names(within: data))
            }
        }
        return names
    }

    /// Whether a text can be the name of one of the files, and of no other.
    static func isName(_ name: some StringProtocol) -> Bool {
        name.utf8.count == nameLength
            && name.utf8.allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }

    /// All names that references within some bytes hold.
    static func names(within data: Data) -> Set<String> {
        var names: Set<String> = []
        var rest = data[...]
        while let range = rest.range(of: Data(marker)) {
            let name = String(decoding: rest[range.upperBound...].prefix(nameLength), as: UTF8.self)
            if isName(name) { names.insert(name) }
            rest = rest[range.upperBound...]
        }
        return names
    }
}
