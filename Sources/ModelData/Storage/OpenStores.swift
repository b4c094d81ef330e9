import Foundation
import Synchronization

/// The files that connections of this process have open.
///
/// Closing any descriptor of a file ends all locks that the process has on it, SQLite's among them: another process
/// would take the store for unused, and remove its log while this one goes on writing to it. So whoever looks into a
/// store's file without SQLite closes what it opened only when no connection is left.
enum OpenStores {
    private struct FileKey: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
        }
    }

    private struct Entry {
        var connections = 0
        /// Descriptors that are closed after the last connection.
        var waiting: [Int32] = []
    }

    private static let entries = Mutex<[FileKey: Entry]>([:])

    /// A connection's claim on its file, from before it is opened until it is closed.
    final class Claim: Sendable {
        private let key: Mutex<FileKey?>

        init(_ path: String) {
            var status = stat()
            let key = stat(path, &status) == 0 ? FileKey(status) : nil
            self.key = Mutex(key)
            if let key { entries.withLock { $0[key, default: Entry()].connections += 1 } }
        }

        deinit { end() }

        /// Ends the claim, once.
        func end() {
            let key = key.withLock { key in
                defer { key = nil }
                return key
            }
            guard let key else { return }
            entries.withLock { entries in
                entries[key]?.connections -= 1
                guard entries[key]?.connections == 0 else { return }
                for descriptor in entries[key]?.waiting ?? [] { close(descriptor) }
                entries[key] = nil
            }
        }
    }

    /// Whether a connection of this process has a file open.
    static func hasConnection(to path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let key = FileKey(status)
        return entries.withLock { $0[key] != nil }
    }

    /// Closes a descriptor of a file, as soon as that ends nobody's locks.
    static func closeWhenUnused(_ descriptor: Int32) {
        var status = stat()
        let key = fstat(descriptor, &status) == 0 ? FileKey(status) : nil
        entries.withLock { entries in
            if let key, entries[key] != nil {
                entries[key]?.waiting.append(descriptor)
            } else {
                close(descriptor)
            }
        }
    }
}
