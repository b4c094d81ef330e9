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
        let partial = "\(folder)/.\(UUID().uuidString).partial"
        let file = Glibc.open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StoreFile.failure(errno, path: partial) }
        do {
            defer { close(file) }
            try value.withUnsafeBytes { try write($0, to: file, path: partial) }
            if fsync(file) != 0 { throw StoreFile.failure(errno, path: partial) }
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, path) == 0 else {
            let failure = StoreFile.failure(errno, path: path)
            unlink(partial)
            throw failure
        }
        try StoreFile.synchronizeName(of: path)
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, path: String) throws {
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

    /// Gives a copy of a store the files of its large values, without copying them where the file system can
    /// give a file a second name: what is in them never changes.
    static func share(folderOf store: String, with copy: String) throws {
        let (folder, target) = (folder(of: store), folder(of: copy))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if !names.contains(where: isName) { return }
        try StoreFile.createDirectory(target)
        for name in names where isName(name) {
            if link("\(folder)/\(name)", "\(target)/\(name)") == 0 || errno == EEXIST { continue }
            // Of a file that can't be read, the store itself says so when it is asked for it.
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            try write(data, name, in: target)
        }
        try StoreFile.synchronize(target)
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
