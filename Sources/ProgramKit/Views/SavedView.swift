import Basics
import Formats
import Foundation
import Localization
import ModelData
import Shell
import Sync

/// Conditions with a name, and the order of their list.
@Model
public final class SavedView {
    /// The view's identifier. It stays the same in all stores.
    @Attribute(.unique) public var identifier: UUID
    /// The name.
    public var name: String
    /// The key of the name. It is unique, so that two views can't differ only in case.
    @Attribute(.unique) public var key: String
    /// The conditions as the user typed them.
    public var query: String
    /// The order of the view's list, such as `priority,due`; `nil` uses the usual order.
    public var order: String?
    /// The list whose entries the view shows, such as `sights`; `nil` for the program's usual list.
    public var list: String?

    /// Creates a view.
    public init(name: String, query: String, order: String? = nil, list: String? = nil) {
        identifier = UUID.random()
        self.name = name
        self.key = name.nameKey
        self.query = query
        self.order = order
        self.list = list
    }
}

extension SavedView: SharedModel {}

extension SavedView: Synchronizable {
    /// The name and its key are sent together.
    public static var synchronization: Synchronization<SavedView> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.name, \.key]])
    }
}

extension String {
    /// Whether the text has control characters, which names that are shown within lines can't have.
    var hasControlCharacters: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension ModelContext {
    /// Returns the saved view with a name, ignoring case; `nil` if there is none.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    public func view(named name: String) throws -> SavedView? {
        let key = name.nameKey
        var descriptor = FetchDescriptor(predicate: #Predicate<SavedView> { $0.key == key })
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
    }
}

/// A saved view in a file.
public struct ViewEntry: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The conditions.
    public var query: String
    /// The order of the list.
    public var order: String?
    /// The list, if it isn't the program's usual one.
    public var list: String?

    /// The key of the list of views in a JSON export.
    public static let key = "views"

    /// Creates an entry.
    public init(name: String, query: String, order: String? = nil, list: String? = nil) {
        self.name = name
        self.query = query
        self.order = order
        self.list = list
    }

    fileprivate init(_ view: SavedView) {
        self.init(name: view.name, query: view.query, order: view.order, list: view.list)
    }

    /// Reads an object of a JSON export; `nil` for an unsound one, also for a name that “view save” wouldn't accept.
    public init?(_ view: JSONView) {
        guard let name = view["name"]?.string, let query = view["query"]?.string,
            !name.allSatisfy(\.isWhitespace), !name.hasControlCharacters
        else { return nil }
        self.init(name: name, query: query, order: view["order"]?.string, list: view["list"]?.string)
    }

    /// The members of the object in a JSON export.
    public var members: [(key: String, value: Cell.RawValue)] {
        [("name", .string(name)), ("query", .string(query))] + (order.map { [("order", .string($0))] } ?? [])
            + (list.map { [("list", .string($0))] } ?? [])
    }
}

extension StoreSession {
    /// Returns the saved views for an export, in the language's order.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    public func viewEntries() throws -> [ViewEntry] {
        try savedViews().map { ViewEntry($0) }
    }

    /// Adds the views of a file whose names the store doesn't have. Reports the others unless they are the same.
    ///
    /// - Parameters:
    ///   - views: The views of an entry.
    ///   - position: The position of the entry in its file.
    ///   - report: The report of the import.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func addMissing(_ views: [ViewEntry], at position: Int, _ report: inout ImportReport) throws {
        for view in views {
            guard let present = try context.view(named: view.name) else {
                context.insert(
                    SavedView(name: view.name, query: view.query, order: view.order, list: view.list))
                continue
            }
            var same = ViewEntry(present)
            same.name = view.name
            if same == view { continue }
            report.skip(
                position, text("there is another view “%1$@”: %2$@", present.name, present.query))
        }
    }

    /// The saved views in the language's order.
    func savedViews() throws -> [SavedView] {
        Collator(localizer.language).sorted(try context.fetch(FetchDescriptor<SavedView>()), by: \.name)
    }
}
