import Localization
import Suite

extension PortfolioSession {
    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        [
            "Issue": text("Issue"), "Tag": text("Tag"), "Note": text("Note"), "SavedView": text("View"),
            "AnnouncedAward": text("Award"),
        ],
        properties: [
            "name": text("Name"), "issues": text("Issues"), "text": text("Text"),
            "written": text("Written"), "issue": text("Issue"), "query": text("Query"),
            "order": text("Order"),
        ].merging(Issue.fields.names) { own, _ in own })
}
