import Shell

extension CommandGroup {
    /// Looking at the data.
    public static let looking = CommandGroup(text("Looking"))
    /// Changing the data.
    public static let changes = CommandGroup(text("Changing"))
    /// Files and the store.
    public static let files = CommandGroup(text("Files"))
}
