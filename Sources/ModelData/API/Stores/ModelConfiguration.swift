import Foundation

/// Where and how a container stores its models.
///
/// ```swift
/// let configuration = ModelConfiguration(url: URL(fileURLWithPath: "/tmp/books.store"))
/// let container = try ModelContainer(for: Book.self, configurations: configuration)
/// ```
///
/// Mirrors SwiftData's `ModelConfiguration`.
public struct ModelConfiguration: Hashable, Identifiable, Sendable, CustomDebugStringConvertible {
    /// The name; it is also the default name of the file.
    public let name: String
    /// The models of this configuration; nil for all of the container's models.
    public var schema: Schema?
    /// The store's file; `/dev/null` for a store in memory.
    public let url: URL
    /// Whether the store exists only in memory, until the container is deallocated.
    public let isStoredInMemoryOnly: Bool
    /// Whether contexts may save.
    public let allowsSave: Bool
    /// The app group that was passed to the initializer; it has no effect here.
    public let groupContainer: GroupContainer
    /// The CloudKit database that was passed to the initializer. It has no effect here; the package
    /// synchronizes with the module `Sync`.
    public let cloudKitDatabase: CloudKitDatabase

    /// The number of seconds to wait for a lock that another process holds. Default: 20.
    ///
    /// Synchronous methods block their caller meanwhile. ``ModelContext/lockTimeout`` limits that for one
    /// context. Not in SwiftData.
    public var lockTimeout = 20

    /// Whether the main context and the contexts of model actors get what another context of the container saves, right
    /// after the save. Default: `true`.
    ///
    /// The objects change, and are observed to change, on the main actor or the actor's executor. Properties with
    /// unsaved changes keep their values. All other contexts, and all of them if this is false, get the changes when
    /// they fetch or save. Not in SwiftData.
    public var refreshesContexts = true

    /// Whether a copy of the store is made before its schema changes. Default: `true`.
    ///
    /// The copy is stored beside the store, for example as `books.store.before-migration-3` for schema
    /// generation 3. At most ``StoreCopy/maximumCount`` copies are kept, including the copies of `restore`
    /// and `repair`. Not in SwiftData.
    public var keepsBackupBeforeMigration = true

    /// Configures a store with a name, in the user's data directory or in memory.
    ///
    /// - Parameters:
    ///   - name: The configuration's name. Default: `default`.
    ///   - schema: The models of this configuration. Default: all of the container's models.
    ///   - isStoredInMemoryOnly: Whether there is no file. Default: `false`.
    ///   - allowsSave: Whether contexts may save. Default: `true`.
    ///   - groupContainer: Ignored.
    ///   - cloudKitDatabase: Ignored.
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        let name = name ?? "default"
        self.name = name
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        url =
            isStoredInMemoryOnly
            ? URL(fileURLWithPath: "/dev/null")
            : URL.applicationSupportDirectory.appending(path: ProcessInfo.processInfo.processName)
                .appending(path: "\(name).store")
    }

    /// Configures a store in a file.
    ///
    /// - Parameters:
    ///   - name: The configuration's name. Default: the file's name without its extension.
    ///   - schema: The models of this configuration. Default: all of the container's models.
    ///   - url: The file. Its directory is created if it is missing; outside
    ///     `URL.applicationSupportDirectory`, the directory's parent must exist.
    ///   - allowsSave: Whether contexts may save. Default: `true`.
    ///   - cloudKitDatabase: Ignored.
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        self.url = url
        isStoredInMemoryOnly = false
        self.allowsSave = allowsSave
        groupContainer = .none
        self.cloudKitDatabase = cloudKitDatabase
    }

    /// Configures a store for some models.
    ///
    /// - Parameters:
    ///   - types: The models.
    ///   - isStoredInMemoryOnly: Whether there is no file. Default: `false`.
    @_disfavoredOverload
    public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Checks the name, which is also the default name of the file.
    ///
    /// - Throws: ``SwiftDataError/configurationFileNameContainsInvalidCharacters`` if the name is empty or contains `/`
    ///   or NUL, ``SwiftDataError/configurationFileNameTooLong`` if a file can't have it.
    ///
    /// Mirrors SwiftData's `validate()`.
    public func validate() throws {
        if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) {
            throw SwiftDataError.configurationFileNameContainsInvalidCharacters
        }
        // The longest names beside a store end in “-journal”, and a file name takes at most 255 bytes.
        if name.utf8.count + ".store-journal".utf8.count > 255 {
            throw SwiftDataError.configurationFileNameTooLong
        }
    }

    /// Always nil, because Linux has no app groups.
    public var groupAppContainerIdentifier: String? { nil }

    /// Always nil, because Linux has no CloudKit.
    public var cloudKitContainerIdentifier: String? { nil }

    /// The name, which identifies the configuration in its container.
    public var id: String { name }

    /// The name and the file.
    public var debugDescription: String {
        "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.path))"
    }

    /// Returns whether two configurations have the same name, file, models and permissions.
    public static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.url == second.url
            && first.isStoredInMemoryOnly == second.isStoredInMemoryOnly
            && first.allowsSave == second.allowsSave && first.schema == second.schema
    }

    /// Hashes the name and the file.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }
}

extension ModelConfiguration {
    /// An app group; it has no effect here.
    ///
    /// Mirrors SwiftData's `ModelConfiguration.GroupContainer`.
    public struct GroupContainer: Hashable, Sendable {
        private let name: String?
        /// No app group: the store is in the user's data directory.
        public static let automatic = GroupContainer(name: nil)
        /// No app group: the store is in the user's data directory.
        public static let none = GroupContainer(name: nil)
        /// The name is ignored: the store is in the user's data directory.
        public static func identifier(_ name: String) -> GroupContainer { GroupContainer(name: name) }
    }

    /// A CloudKit database; it has no effect here.
    ///
    /// Mirrors SwiftData's `ModelConfiguration.CloudKitDatabase`.
    public struct CloudKitDatabase: Hashable, Sendable {
        private let name: String?
        /// No CloudKit.
        public static let automatic = CloudKitDatabase(name: nil)
        /// No CloudKit.
        public static let none = CloudKitDatabase(name: nil)
        /// The name is ignored, because Linux has no CloudKit.
        public static func `private`(_ name: String) -> CloudKitDatabase { CloudKitDatabase(name: name) }
    }
}
