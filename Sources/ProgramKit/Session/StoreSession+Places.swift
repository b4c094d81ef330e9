import Localization
import Shell

extension StoreSession {
    /// The error of a command that needs an open item while none is open.
    public var nothingOpenError: NothingOpenError { services.places.nothingOpenError }

    /// The open items, the outermost first. The prompt shows the open items, and `back` closes the innermost
    /// one.
    public var openItems: [OpenItem] { services.places.items }

    /// Opens a record inside the open items.
    ///
    /// ```swift
    /// session.open(shelf, at: 0)  // mybooks / Favourites>
    /// session.open(book, at: 1)   // mybooks / Favourites / Solaris>
    /// ```
    ///
    /// - Parameters:
    ///   - record: The record. It may be new; if the command fails, it is closed again.
    ///   - level: How many outer items stay open; all inner ones are closed. Default: all stay open.
    public func open<Model: TitledModel>(_ record: Model, at level: Int? = nil) {
        services.places.open(OpenItem(record), at: level)
    }

    /// Opens an item inside the open items.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - level: How many outer items stay open; all inner ones are closed. Default: all stay open.
    public func open(_ item: OpenItem, at level: Int? = nil) {
        services.places.open(item, at: level)
    }

    /// Closes the innermost open item and returns it; `nil` if nothing is open.
    @discardableResult
    public func leave() -> OpenItem? { services.places.leave() }

    /// Closes all open items except a number of outer items.
    ///
    /// - Parameter level: How many outer items stay open. Default: 0.
    public func leaveAll(inside level: Int = 0) { services.places.leaveAll(inside: level) }

    /// Returns the innermost open record of a model; `nil` if none is open.
    ///
    /// - Parameter type: The model.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func opened<Model: TitledModel>(_ type: Model.Type) throws -> Model? {
        try services.places.opened(type)
    }

    /// Returns the record that a reference names, or the open record if there is no reference.
    ///
    /// ```swift
    /// static let book = Parameter.optional(
    ///     "book", .record(text("BOOK"), source: "titles"), help: text("Default: the open book."))
    ///
    /// func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
    ///     let book = try session.record(try invocation[Self.book], orOpen: Book.self)
    ///     return .message(text("“%@” is next.", book.title))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - reference: How the user named the record; `nil` means the open record.
    ///   - type: The model of the record.
    /// - Throws: ``RecordError`` if the reference fits no record or several; ``NothingOpenError`` if there is
    ///   no reference and no open record.
    public func record<Model: TitledModel>(
        _ reference: RecordReference?, orOpen type: Model.Type
    ) throws -> Model {
        if let reference { return try record(reference, in: type) }
        return try services.places.requireOpened(type)
    }
}
