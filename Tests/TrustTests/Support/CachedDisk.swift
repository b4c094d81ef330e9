import Foundation
import TestSupport

/// A simulated disk that keeps only synchronized data: a file's bytes after the file was flushed, and a
/// directory entry after the directory was flushed. The rest is in a cache; any part of it may have reached
/// the disk at a power failure.
///
/// Each real file system guarantees more than this disk, but the additional guarantees differ. A program that
/// works on this disk works on all file systems.
struct CachedDisk {
    private struct File {
        var durable: [UInt8] = []
        var cached: [Change] = []
    }

    private enum Change {
        case write(place: Int, bytes: [UInt8])
        case truncate(size: Int)

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .write(let place, let new):
                let end = place + new.count
                if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                bytes.replaceSubrange(place..<end, with: new)
            case .truncate(let size):
                if size < bytes.count { bytes.removeLast(bytes.count - size) }
                if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
            }
        }
    }

    /// The index of a file in `files`; `nil` for a directory.
    private typealias Node = Int?

    private enum NameChange {
        case add(String, Node)
        case rename(String, from: String)
        case remove(String)

        /// The directories that contain the changed names.
        var directories: Set<String> {
            switch self {
            case .add(let path, _), .remove(let path): [Self.directory(of: path)]
            case .rename(let path, let old): [Self.directory(of: path), Self.directory(of: old)]
            }
        }

        func apply(to names: inout [String: Node]) {
            switch self {
            case .add(let path, let node): names.updateValue(node, forKey: path)
            case .rename(let path, let old):
                if let node = names.removeValue(forKey: old) { names.updateValue(node, forKey: path) }
            case .remove(let path): names.removeValue(forKey: path)
            }
        }

        private static func directory(of path: String) -> String {
            (path as NSString).deletingLastPathComponent
        }
    }

    private let root: String
    private var files: [File] = []
    /// The index in `files` for each inode number. Inode numbers are reused after a deletion.
    private var numbers: [UInt64: Int] = [:]
    private var names: [String: Node] = [:]
    private var cachedNames: [NameChange] = []

    /// Creates a disk with a directory's current contents, all synchronized.
    init(_ root: String) throws {
        self.root = root
        let manager = FileManager.default
        for name in try manager.subpathsOfDirectory(atPath: root) {
            let path = "\(root)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                names.updateValue(nil, forKey: path)
            } else {
                files.append(File(durable: [UInt8](manager.contents(atPath: path) ?? Data())))
                names[path] = files.count - 1
                numbers[UInt64(status.st_ino)] = files.count - 1
            }
        }
    }

    /// Applies an operation of a program.
    mutating func apply(_ entry: DiskJournal.Entry) {
        switch entry {
        case .create(let number, let path):
            files.append(File())
            numbers[number] = files.count - 1
            cachedNames.append(.add(path, files.count - 1))
        case .makeDirectory(let path): cachedNames.append(.add(path, nil))
        case .write(let number, let place, let bytes):
            change(number, .write(place: place, bytes: bytes))
        case .truncate(let number, let size): change(number, .truncate(size: size))
        case .synchronize(let number, let path):
            if let file = numbers[number] {
                for change in files[file].cached { change.apply(to: &files[file].durable) }
                files[file].cached = []
            } else {
                for change in cachedNames where change.directories.contains(path) {
                    change.apply(to: &names)
                }
                cachedNames.removeAll { $0.directories.contains(path) }
            }
        case .link(let number, let path):
            if let file = numbers[number] { cachedNames.append(.add(path, file)) }
        case .rename(let path, let old): cachedNames.append(.rename(path, from: old))
        case .unlink(let path): cachedNames.append(.remove(path))
        case .answer: break
        }
    }

    private mutating func change(_ number: UInt64, _ change: Change) {
        if let file = numbers[number] { files[file].cached.append(change) }
    }

    /// Writes the disk's contents after a power failure to another directory.
    ///
    /// - Parameters:
    ///   - target: The directory to write to.
    ///   - generator: Chooses the cached changes that reached the disk. If it is `nil`, none did.
    func writeRemains(to target: String, _ generator: inout SeededGenerator?) throws {
        var names = names
        if generator != nil {
            // Keep only the first of the cached changes to names: file systems preserve the order of these
            // changes.
            let count = Int.random(in: 0...cachedNames.count, using: &generator.orSystem)
            for change in cachedNames.prefix(count) { change.apply(to: &names) }
        }
        let manager = FileManager.default
        // Skip paths whose directories don't exist.
        for (path, node) in names.sorted(by: { $0.key < $1.key }) {
            let place = target + path.dropFirst(root.count)
            guard manager.fileExists(atPath: (place as NSString).deletingLastPathComponent) else { continue }
            guard let node else {
                try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
                continue
            }
            var bytes = files[node].durable
            if generator != nil {
                for change in files[node].cached {
                    Self.part(of: change, using: &generator.orSystem)?.apply(to: &bytes)
                }
            }
            try Data(bytes).write(to: URL(fileURLWithPath: place))
        }
    }

    /// Returns the part of a change that survives a power failure: all, nothing, or a write's first sectors.
    private static func part(
        of change: Change, using generator: inout some RandomNumberGenerator
    ) -> Change? {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1: return change
        case 2, 3: return nil
        default:
            guard case .write(let place, let bytes) = change else { return nil }
            let sectors = Int.random(in: 0...bytes.count / 512, using: &generator)
            return .write(place: place, bytes: Array(bytes.prefix(sectors * 512)))
        }
    }
}

extension SeededGenerator? {
    /// This generator. If it is `nil`, returns a system generator, which callers don't use in that case.
    fileprivate var orSystem: any RandomNumberGenerator {
        get { self ?? SystemRandomNumberGenerator() as any RandomNumberGenerator }
        set { self = newValue as? SeededGenerator }
    }
}
