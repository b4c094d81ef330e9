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
            "title": text("Title"), "content": text("Content"), "priority": text("Priority"),
            "created": text("Created"), "closed": text("Closed"), "modified": text("Modified"),
            "tags": text("Tags"), "name": text("Name"), "issues": text("Issues"),
            "due": text("Due"), "waitingUntil": text("Waiting until"), "recurrence": text("Repeats"),
            "letter": text("Letter in todo.txt"), "blockedBy": text("Blocked by"), "blocks": text("Blocks"),
            "notes": text("Notes"), "text": text("Text"), "written": text("Written"), "issue": text("Issue"),
            "query": text("Query"), "order": text("Order"),
        ])
}
