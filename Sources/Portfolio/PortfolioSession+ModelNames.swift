import Localization
import Suite

extension PortfolioSession {
    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        ["Issue": text("Issue"), "Tag": text("Tag"), "AnnouncedAward": text("Award")],
        properties: [
            "title": text("Title"), "content": text("Content"), "priority": text("Priority"),
            "created": text("Created"), "closed": text("Closed"), "modified": text("Modified"),
            "tags": text("Tags"), "name": text("Name"), "issues": text("Issues"),
        ])
}
