import Basics
import Foundation

/// The files for large values beside a store. Each file is named after the SHA-256 digest of its content.
///
/// Instead of the value, the database contains a reference: a marker, followed by the file's name. A file is
/// written to the disk before the transaction with its reference commits, and never changes.
/// ``ModelContainer/removeOrphanedFiles()`` deletes files that neither records nor the history refer to.
package enum ExternalFile {
    /// The maximum size of a value in the database, in bytes.
    static let threshold = 100_000
    static let marker = Array("modeldata-external:".utf8)
    /// The length of a file's name, in characters.
    static let nameLength = 64

    /// The suffix of the folder with a store's large values.
    static let folderEnding = ".external"

    /// Returns the folder with a store's large values.
    package static func folder(of store: String) -> String { store + folderEnding }

    /// Returns the reference that the database stores for a value, or nil if it stores the value itself.
    static func reference(to value: Data) -> Data? {
        // A small value that looks like a reference is stored in a file, too. Otherwise, it would be mistaken
        // for a reference.
        guard value.count > threshold || value.starts(with: marker) else { return nil }
        return Data(marker) + Data(SHA256.hexadecimal(value).utf8)
    }

    /// Returns the file name in a reference, or nil if the data isn't a reference.
    static func name(in data: Data) -> String? {
        guard data.count == marker.count + nameLength, data.starts(with: marker) else { return nil }
        return String(decoding: data.dropFirst(marker.count), as: UTF8.self)
    }

    /// Returns the value of a property without `.externalStorage`. If the property had the option before, the
    /// column may contain a reference. In this case, the file is read.
    ///
    /// A missing or unreadable file is always an error, because a value that only looks like a reference also
    /// has a file: see ``preserveLiteral(_:in:)``.
    static func content(of data: Data, in folder: @autoclosure () -> String?) throws -> Data {
        guard let name = Self.name(in: data), isName(name), let folder = folder() else { return data }
        return try read(name, in: folder)
    }

    /// Makes sure that a value of a property without `.externalStorage` is read back unchanged. If the value
    /// looks like a reference, this method creates a file with the name in that reference. The file contains
    /// the value.
    static func preserveLiteral(_ value: Data, in folder: @autoclosure () -> String?) throws {
        guard let name = Self.name(in: value), isName(name), let folder = folder() else { return }
        // An existing file may contain the large value of another record, so don't overwrite it.
        if FileStatus.exists(folder + "/" + name) { return }
        try write(value, name, in: folder)
    }

    static func read(_ name: String, in folder: String) throws -> Data {
        let path = folder + "/" + name
        guard isName(name), let data = FileManager.default.contents(atPath: path) else {
            throw ValueProblem.missingFile(path: path)
        }
        return data
    }

    /// Writes a value to a file durably. The file gets its name only when it is complete.
    static func write(_ value: Data, _ name: String, in folder: String) throws {
        let path = folder + "/" + name
        // The name is a digest of the content, so a file with this name and size has this content.
        if FileStatus(path)?.size == value.count { return }
        try StoreFile.createDirectory(folder)
        let (partial, file) = try IncompleteFile.make(in: folder, for: "value")
        // The open descriptor keeps the incomplete file locked until it is renamed.
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

    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, path: String) throws {
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

    /// Puts a file into another store's folder. Creates a hard link if possible, otherwise a copy. A missing
    /// file is ignored.
    package static func linkOrCopy(_ name: String, from folder: String, in target: String) throws {
        let (source, place) = (folder + "/" + name, target + "/" + name)
        guard isName(name), access(source, R_OK) == 0 else { return }
        try StoreFile.createDirectory(target)
        if link(source, place) == 0 || errno == EEXIST { return }
        try write(try read(name, in: folder), name, in: target)
    }

    /// Returns the names of all files that records or the history refer to.
    package static func referencedNames(in store: some RowSource) throws -> Set<String> {
        var names: Set<String> = []
        let columns = try store.rows(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'BLOB'
            """)
        for row in columns {
            guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
            let found = try store.rows(
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

    /// Returns whether a text can be the name of a file for a large value: 64 lower-case hexadecimal digits.
    static func isName(_ name: some StringProtocol) -> Bool {
        name.utf8.count == nameLength
            && name.utf8.allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }

    /// Returns the file names of all references that the bytes contain.
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
