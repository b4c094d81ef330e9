import Localization

/// A smart filter was to be renamed or deleted.
struct SmartFilterError: PresentableError {
    let name: String

    var problem: LocalizedText { text("“%@” is a smart filter; it can't be renamed or deleted.", name) }
    var remedy: LocalizedText? { text("“tags” lists the tags, which can.") }
}
