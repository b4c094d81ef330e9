import Localization
import ProgramKit

/// Checks the names in commands for tags. Smart filters are listed together with tags, but these commands
/// don't accept them.
@MainActor
enum SmartFilterNames {
    /// Throws ``SmartFilterError`` if a smart filter has this name, but no tag has it.
    static func refuse(_ name: String, _ session: PortfolioSession) throws {
        guard let view = BuiltInView(named: name, session.localizer), BuiltInView.filters.contains(view),
            try session.context.tag(named: name) == nil
        else { return }
        throw SmartFilterError(name: name)
    }
}

/// An error for commands that try to rename or delete a smart filter.
struct SmartFilterError: PresentableError {
    let name: String

    var problem: LocalizedText { text("“%@” is a smart filter; it can't be renamed or deleted.", name) }
    var remedy: LocalizedText? { text("Use the name of a tag. “tags” lists all tags.") }
}
