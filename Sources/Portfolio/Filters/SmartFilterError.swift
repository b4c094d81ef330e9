import Localization

/// An error for commands that try to rename or delete a smart filter.
struct SmartFilterError: PresentableError {
    let name: String

    var problem: LocalizedText { text("“%@” is a smart filter; it can't be renamed or deleted.", name) }
    var remedy: LocalizedText? { text("Use the name of a tag. “tags” lists all tags.") }
}
