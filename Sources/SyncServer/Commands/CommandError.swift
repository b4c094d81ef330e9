/// An error in a command's arguments.
enum CommandError: Error, Hashable {
    case nameTooLong(Int)
    case invisibleCharacters
}
