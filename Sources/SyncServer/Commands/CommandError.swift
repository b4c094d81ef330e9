/// What is wrong with what a command was told.
enum CommandError: Error, Hashable {
    case longName(Int)
    case invisibleName
    case needsYes(String)
}
