/// What the flags on a program's command line say about where and how it runs.
public struct LaunchOptions: Sendable, Hashable {
    /// The store's path, from `--store`.
    public var storePath: String?
    /// Whether to keep the store in memory only, from `--in-memory`.
    public var inMemory = false
    /// The language, from `--language`.
    public var language: String?

    /// When colour is used, from `--color`.
    public var color: ColorChoice?
    /// Whether outputs are for people who listen, from `--accessible`.
    public var accessible = false
    /// Whether changes are made without a word, from `--quiet`.
    public var quiet = false

    /// The values of the program's own options, by name.
    var ofProgram: [String: String] = [:]

    /// The value of one of the program's own options, if it is given.
    ///
    /// ```swift
    /// static let data = Parameter.option("data", .path, help: text("Read the data from this directory."))
    /// // in the session: context.options[Self.data]
    /// ```
    public subscript(option: Parameter<String?>) -> String? { ofProgram[option.declaration.name] }

    /// The defaults: the usual store, the environment's language.
    public init() {}
}
