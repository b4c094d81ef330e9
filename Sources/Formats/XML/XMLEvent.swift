/// A part of an XML text.
public enum XMLEvent: Hashable, Sendable {
    /// An element begins. The names are without prefixes.
    case begin(name: String, attributes: [String: String])
    /// Text inside an element; one text may come in several parts.
    case text(String)
    /// An element ends.
    case end(name: String)
}

/// What is wrong with an XML text.
public enum XMLProblem: Error, Hashable {
    /// It isn't well-formed in this line.
    case malformed(line: Int)
    /// It ends before its elements do.
    case cutOff
    /// It declares entities of its own, which are not read: a few lines of them can stand for gigabytes.
    case declaresEntities(line: Int)
    /// It uses an entity that isn't one of XML's own.
    case unknownEntity(String, line: Int)
    /// It is in an encoding other than UTF-8.
    case encoding(String)
    /// Too many elements are open, or one part is too long.
    case tooLarge(line: Int)
}
