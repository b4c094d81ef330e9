import Localization
import Suite

/// The smart filters stand in the sidebar like tags, but are none.
@MainActor
enum SmartFilterNames {
    /// Throws where a smart filter is named, and no tag has that name.
    static func refuse(_ name: String, _ session: PortfolioSession) throws {
        let smart =
            ["all", "recent"] + [text("All Issues"), text("Recent Issues")].map(session.localizer.string)
        guard smart.contains(where: { $0.lowercased() == name.lowercased() }),
            try session.context.tag(named: name) == nil
        else { return }
        throw SmartFilterError(name: name)
    }
}
