import Shell

extension CommandGroup {
    /// Commands that show data.
    public static let looking = CommandGroup(text("Viewing"))
    /// Commands that change data.
    public static let changes = CommandGroup(text("Changing"))
    /// Commands for files and the store.
    public static let files = CommandGroup(text("Files"))
}
