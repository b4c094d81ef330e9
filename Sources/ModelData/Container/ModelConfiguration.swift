import Foundation

/// Where and how the models of a container are kept.
///
///     let configuration = ModelConfiguration(url: URL(fileURLWithPath: "/tmp/books.store"))
///     let container = try ModelContainer(for: Book.self, configurations: configuration)
///
/// Mirrors SwiftData's `ModelConfiguration`.
public struct ModelConfiguration: Identifiable, Hashable, Sendable, CustomDebugStringConvertible {
    /// The name, which is also the default name of the file.
    public let name: String
    /// The models that this configuration keeps; nil for all of the container's.
    public let schema: Schema?
    /// The store's file; for a store in memory, an address that names no file.
    public let url: URL
    /// Whether the store exists in memory only, and ends with the container.
    public let isStoredInMemoryOnly: Bool
    /// Whether contexts may save.
    public let allowsSave: Bool
    /// The app group that was given, which has no meaning here.
    public let groupContainer: GroupContainer
    /// The CloudKit database that was given, which has no meaning here.
    public let cloudKitDatabase: CloudKitDatabase

    /// How many seconds to wait for another process that has the store locked.
    ///
    ///     configuration.lockTimeout = 60
    ///
    /// Not in SwiftData.
    public var lockTimeout = 20

    /// Whether a copy of the store is kept before its schema changes.
    ///
    ///     configuration.keepsBackupBeforeMigration = false
    ///
    /// The copy stands beside the store, as `books.store.before-migration-3` for the store's third schema. The
    /// latest ``StoreCopy/kept`` copies are kept. Not in SwiftData.
    public var keepsBackupBeforeMigration = true

    /// Configures a store with a name, in the user's data directory or in memory.
    ///
    ///     let configuration = ModelConfiguration("books", isStoredInMemoryOnly: true)
    ///
    /// - Parameters:
    ///   - name: the configuration's name; `default` when nil.
    ///   - schema: the models that it keeps; nil for all of the container's.
    ///   - isStoredInMemoryOnly: whether there is no file.
    ///   - allowsSave: whether contexts may save.
    ///   - groupContainer: has no meaning here.
    ///   - cloudKitDatabase: has no meaning here.
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
            ? URL(fileURLWithPath: "/dev/null") : DataDirectory.store(named: name)
    }

    /// Configures a store in a file of one's own choice.
    ///
    ///     let configuration = ModelConfiguration(url: URL(fileURLWithPath: "/tmp/books.store"))
    ///
    /// - Parameters:
    ///   - name: the configuration's name; the file's when nil.
    ///   - schema: the models that it keeps; nil for all of the container's.
    ///   - url: the file; it and the directories on the way are made when they are missing.
    ///   - allowsSave: whether contexts may save.
    ///   - cloudKitDatabase: has no meaning here.
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
    ///     let configuration = ModelConfiguration(for: Book.self, isStoredInMemoryOnly: true)
    ///
    /// - Parameters:
    ///   - types: the models that it keeps.
    ///   - isStoredInMemoryOnly: whether there is no file.
    @_disfavoredOverload
    public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Always nil: no store is in an app group here.
    public var groupAppContainerIdentifier: String? { nil }

    /// Always nil: no store is in CloudKit here.
    public var cloudKitContainerIdentifier: String? { nil }

    /// The name, which tells configurations of a container apart.
    public var id: String { name }

    /// The name and the place.
    public var debugDescription: String {
        "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.path))"
    }

    /// Two configurations are equal when all they say is.
    public static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.url == second.url
            && first.isStoredInMemoryOnly == second.isStoredInMemoryOnly
            && first.allowsSave == second.allowsSave && first.schema == second.schema
    }

    /// Hashes the name and the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }
}

extension ModelConfiguration {
    /// An app group, of which there are none here.
    ///
    ///     let group = ModelConfiguration.GroupContainer.none
    ///
    /// Mirrors SwiftData's `ModelConfiguration.GroupContainer`.
    public struct GroupContainer: Hashable, Sendable {
        private let name: String?
        /// The usual place.
        public static let automatic = GroupContainer(name: nil)
        /// The usual place.
        public static let none = GroupContainer(name: nil)
        /// The usual place, whatever the name.
        public static func identifier(_ name: String) -> GroupContainer { GroupContainer(name: name) }
    }

    /// A CloudKit database, of which there are none here.
    ///
    ///     let database = ModelConfiguration.CloudKitDatabase.none
    ///
    /// Mirrors SwiftData's `ModelConfiguration.CloudKitDatabase`.
    public struct CloudKitDatabase: Hashable, Sendable {
        private let name: String?
        /// No CloudKit.
        public static let automatic = CloudKitDatabase(name: nil)
        /// No CloudKit.
        public static let none = CloudKitDatabase(name: nil)
        /// No CloudKit, whatever the name.
        public static func `private`(_ name: String) -> CloudKitDatabase { CloudKitDatabase(name: name) }
    }
}

/// The user's data directory, as the XDG base directory specification has it.
enum DataDirectory {
    static func store(named name: String) -> URL {
        let environment = ProcessInfo.processInfo.environment
        let program = ProcessInfo.processInfo.processName
        let base: URL
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            base = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            base = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        }
        return base.appending(path: program).appending(path: "\(name).store")
    }
}
