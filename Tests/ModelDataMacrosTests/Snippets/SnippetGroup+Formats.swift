extension SnippetGroup {
    /// Readers of file formats, whose examples need no prelude.
    static let formats = SnippetGroup(
        folders: ["Sources/Formats"],
        imports: ["Formats", "Localization"], minimumCount: 10,
        prelude: "")
}
