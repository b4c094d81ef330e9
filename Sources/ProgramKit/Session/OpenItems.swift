import Foundation
import Localization
import ModelData
import Shell

/// The open items of a session, which the prompt shows, and pending notices about them.
@MainActor
public final class OpenItems {
    private let store: StoreService
    private let style: Prompt.Style
    /// The error of a command that needs an open item while none is open.
    let nothingOpenError: NothingOpenError
    /// The open items, the outermost first.
    var items: [OpenItem] = []
    /// Notices that were not shown yet.
    var notices: [LocalizedText] = []
    /// The titles of open items that other processes deleted since the last command.
    private var deletedElsewhere: [String] = []

    /// Makes an empty stack of open items.
    ///
    /// - Parameters:
    ///   - store: The store with the records.
    ///   - style: How the prompt shows the open items. Default: beside the program's name.
    ///   - nothingOpenError: The error of a command that needs an open item while none is open, with the
    ///     commands that open or create one.
    public init(
        _ store: StoreService, style: Prompt.Style = .beside,
        nothingOpenError: NothingOpenError = NothingOpenError()
    ) {
        self.store = store
        self.style = style
        self.nothingOpenError = nothingOpenError
    }

    private var localizer: Localizer { store.session.localizer }

    /// The prompt: the program's name and the open items.
    var prompt: Prompt {
        Prompt(store.session.programName, path: items.map { $0.title(localizer) }, style: style)
    }

    /// Opens an item, and closes the items inside a level. See ``StoreSession/open(_:at:)``.
    func open(_ item: OpenItem, at level: Int?) {
        items = Array(items.prefix(level ?? .max)) + [item]
    }

    /// Closes the innermost open item and returns it; `nil` if nothing is open.
    func leave() -> OpenItem? { items.popLast() }

    /// Closes all open items except a number of outer items.
    func leaveAll(inside level: Int) { items = Array(items.prefix(level)) }

    /// Returns the innermost open record of a model; `nil` if none is open.
    func opened<Model: TitledModel>(_ type: Model.Type) throws -> Model? {
        for item in items.reversed() {
            if let record = try item.model(in: store.context) as? Model { return record }
        }
        return nil
    }

    /// Returns the innermost open record of a model.
    ///
    /// - Throws: ``NothingOpenError``, or an error that names the record that another process deleted.
    func requireOpened<Model: TitledModel>(_ type: Model.Type) throws -> Model {
        if let record = try opened(type) { return record }
        guard let title = deletedElsewhere.last else { throw nothingOpenError }
        _ = takeNotices()
        throw DeletedByOtherProcessError(title: title, opening: nothingOpenError.remedy)
    }

    /// Returns the notices and removes them.
    func takeNotices() -> [LocalizedText] {
        defer {
            notices = []
            deletedElsewhere = []
        }
        return notices
    }

    /// Closes open records that the command deleted, and the items inside them. Returns messages about the
    /// closed records.
    func leaveDeleted() -> [LocalizedText] {
        closeDeleted().map { [text("“%@” no longer exists, so it was closed.", $0)] } ?? []
    }

    /// Closes open records that another process deleted, and notes them for the next command.
    func leaveDeletedElsewhere() {
        guard let title = closeDeleted() else { return }
        deletedElsewhere.append(title)
        notices.append(text("Another process has deleted “%@”, which was open here.", title))
    }

    /// Closes the outermost open record that was deleted and the items inside it. Returns its title.
    private func closeDeleted() -> String? {
        guard let index = items.firstIndex(where: { $0.isDeleted(from: store.context) }) else { return nil }
        let title = items[index].title(localizer)
        leaveAll(inside: index)
        return title
    }
}

/// An item that the user has opened: a record, or another state of a program such as a filter.
@MainActor
public struct OpenItem {
    /// The program's name for the item; `nil` for a record.
    public let name: String?
    private let find: (ModelContext) throws -> (any TitledModel)?
    private let otherTitle: LocalizedText?
    private let record: (any TitledModel)?

    /// Opens a record. The prompt always shows its current title.
    public init<Model: TitledModel>(_ record: Model) {
        name = nil
        otherTitle = nil
        self.record = record
        find = { context in
            // An unsaved record has no number.
            guard let number = record.persistentModelID.recordNumber else { return record }
            return try context.object(Model.self, number: number)
        }
    }

    /// Opens an item that isn't a record.
    ///
    /// - Parameters:
    ///   - name: The program's name for the item, such as `recent`.
    ///   - title: The title that the prompt shows.
    public init(_ name: String, title: LocalizedText) {
        self.name = name
        otherTitle = title
        record = nil
        find = { _ in nil }
    }

    /// Returns the record; `nil` if the item isn't a record or the record was deleted.
    func model(in context: ModelContext) throws -> (any TitledModel)? {
        try find(context)
    }

    /// Returns whether the item is a record that was deleted. A record that can't be read doesn't count as
    /// deleted.
    func isDeleted(from context: ModelContext) -> Bool {
        guard record != nil else { return false }
        do { return try find(context) == nil } catch { return false }
    }

    /// Returns the title of the item; for a deleted record, the last known title.
    func title(_ localizer: Localizer) -> String {
        otherTitle.map { localizer.string($0) } ?? record?.recordTitle ?? ""
    }
}

/// The error of a command that needs an open item if none is open.
public struct NothingOpenError: PresentableError, Hashable {
    /// The problem as a message, such as “Nothing is open.”
    public let problem: LocalizedText
    /// The commands that open or create an item.
    public let remedy: LocalizedText?

    /// Makes the error.
    ///
    /// - Parameters:
    ///   - problem: The message. Default: “Nothing is open.”
    ///   - opening: The commands that open or create an item. Default: a hint to `help`.
    public init(_ problem: LocalizedText? = nil, opening: LocalizedText? = nil) {
        self.problem = problem ?? text("Nothing is open.")
        remedy = opening ?? text("“help” lists the commands.")
    }
}

/// The error of a command whose open item was deleted by another process.
struct DeletedByOtherProcessError: PresentableError, Hashable {
    let title: String
    let opening: LocalizedText?

    var problem: LocalizedText { text("Another process has deleted “%@”, which was open here.", title) }
    var remedy: LocalizedText? { opening }
}
