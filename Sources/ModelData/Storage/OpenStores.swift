import Basics
import Foundation
import Synchronization

/// The store files that this process has open.
///
/// When a process closes any descriptor of a file, it loses all its locks on that file, including those of
/// SQLite. Another process would then consider the store unused and delete its log while this process still
/// writes to it. Therefore, code that reads a store's file without SQLite must close its descriptor with
/// ``closeWhenUnused(_:)``.
package enum OpenStores {
    private struct Entry {
        var connections = 0
        /// The descriptors to close when the file's last connection is closed.
        var waiting: [Int32] = []
    }

    private static let entries = Mutex<[FileStatus.Identity: Entry]>([:])

    /// Registers a connection's file from before the connection opens until it is closed.
    final class Registration: Sendable {
        private let key: Mutex<FileStatus.Identity?>

        init(_ path: String) {
            let key = FileStatus(path)?.identity
            self.key = Mutex(key)
            if let key { entries.withLock { $0[key, default: Entry()].connections += 1 } }
        }

        deinit { end() }

        /// Ends the registration. Further calls have no effect.
        func end() {
            guard let key = key.withLock({ $0.take() }) else { return }
            entries.withLock { entries in
                entries[key]?.connections -= 1
                guard entries[key]?.connections == 0 else { return }
                for descriptor in entries[key]?.waiting ?? [] { close(descriptor) }
                entries[key] = nil
            }
        }
    }

    /// Returns whether a connection of this process has a file open.
    static func hasConnection(to path: String) -> Bool {
        guard let key = FileStatus(path)?.identity else { return false }
        return entries.withLock { $0[key] != nil }
    }

    /// Closes a descriptor as soon as no connection of this process has the file open.
    package static func closeWhenUnused(_ descriptor: Int32) {
        let key = FileStatus(descriptor)?.identity
        entries.withLock { entries in
            if let key, entries[key] != nil {
                entries[key]?.waiting.append(descriptor)
            } else {
                close(descriptor)
            }
        }
    }
}
