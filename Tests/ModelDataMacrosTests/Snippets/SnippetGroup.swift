import Testing

/// Library modules whose examples in doc comments are compiled together, after a prelude.
struct SnippetGroup: CustomTestStringConvertible {
    /// The folders of the modules, relative to the package.
    let folders: [String]
    /// The modules that the examples import, besides ModelData.
    let imports: [String]
    /// The number of examples that are there at least. A lower number means that the examples weren't found.
    let minimumCount: Int
    /// The declarations that the examples take for granted, unlike those of a ``DocumentedPage``: a doc comment is read
    /// beside its declaration. Keep them few: an example should declare what it needs if a line or two suffice.
    let prelude: String

    static let all = [stores, interface, formats, synchronization, suite]

    var testDescription: String { folders.joined(separator: ", ") }

    /// The source that comes before the examples.
    var head: String { imports.map { "import \($0)\n" }.joined() + prelude + "\n" }
}
