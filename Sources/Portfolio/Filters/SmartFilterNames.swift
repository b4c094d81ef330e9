import Localization
import Suite

/// Checks the names in commands for tags. Smart filters are listed together with tags, but these commands
/// don't accept them.
@MainActor
enum SmartFilterNames {
    /// Throws ``SmartFilterError`` if a smart filter has this name, but no tag has it.
    static func refuse(_ name: String, _ session: PortfolioSession) throws {
        let smart =
            ["all", "recent"] + [text("All Issues"), text("Recent Issues")].map(session.localizer.string)
        guard smart.contains(where: { $0.lowercased() == name.lowercased() }),
            try session.context.tag(named: name) == nil
        else { return }
        throw SmartFilterError(name: name)
    }
}
