/// What the flags on a program's command line say about where and how it runs.
public struct LaunchOptions: Sendable, Hashable {
    /// The store's path, from `--store`.
    public var storePath: String?
    /// Whether to keep the store in memory only, from `--in-memory`.
    public var inMemory = false
    /// The language, from `--language`.
    public var language: String?

    /// The defaults: the usual store, the environment's language.
    public init() {}
}
