import Localization
import Suite

/// Checks that commands for tags aren't called with smart filters, which are in the same list.
@MainActor
enum SmartFilterNames {
    /// Throws ``SmartFilterError`` if a name is that of a smart filter, and no tag has it.
    static func refuse(_ name: String, _ session: PortfolioSession) throws {
        let smart =
            ["all", "recent"] + [text("All Issues"), text("Recent Issues")].map(session.localizer.string)
        guard smart.contains(where: { $0.lowercased() == name.lowercased() }),
            try session.context.tag(named: name) == nil
        else { return }
        throw SmartFilterError(name: name)
    }
}
