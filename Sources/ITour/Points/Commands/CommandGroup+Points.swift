import Shell

extension CommandGroup {
    /// The commands for points of interest.
    static let points = CommandGroup(text("Points of interest"))
}
