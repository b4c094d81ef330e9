import Shell

extension CommandGroup {
    /// Points of interest.
    static let points = CommandGroup(text("Points of interest"))
}
