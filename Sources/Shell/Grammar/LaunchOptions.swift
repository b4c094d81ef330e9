/// The options of a program's command line for the store, the language and the presentation.
public struct LaunchOptions: Sendable, Hashable {
    /// The store's path, from `--store`.
    public var storePath: String?
    /// Whether to keep the store in memory only, from `--in-memory`.
    public var inMemory = false
    /// The language, from `--language`.
    public var language: String?

    /// When colour is used, from `--color`.
    public var color: ColorChoice?
    /// Whether outputs are for screen readers, from `--accessible`.
    public var accessible = false
    /// Whether messages about changes are suppressed, from `--quiet`.
    public var quiet = false

    /// The values of the program's own options, by name.
    var programValues: [String: String] = [:]

    /// The value of one of the program's own options; `nil` if it isn't given.
    ///
    /// ```swift
    /// static let data = Parameter.option("data", .path, help: text("Read the data from this directory."))
    /// func directory(_ session: SessionContext) -> String? { session.options[Self.data] }
    /// ```
    public subscript(option: Parameter<String?>) -> String? { programValues[option.declaration.name] }

    /// Creates the defaults: the default store, and the language of the environment.
    public init() {}
}
