/// An event of an XML text.
public enum XMLEvent: Hashable, Sendable {
    /// The start of an element. Names have no namespace prefixes.
    case begin(name: String, attributes: [String: String])
    /// Text inside an element. One text may arrive in several parts.
    case text(String)
    /// The end of an element.
    case end(name: String)
}

/// A problem in an XML text.
public enum XMLProblem: Error, Hashable {
    /// The text isn't well-formed. The error is in this line.
    case malformed(line: Int)
    /// The text ends before all elements are closed.
    case cutOff
    /// The text declares entities. Entity declarations aren't supported, because a few of them can expand to
    /// gigabytes of text.
    case declaresEntities(line: Int)
    /// The text uses an entity that isn't predefined in XML.
    case unknownEntity(String, line: Int)
    /// The encoding is not UTF-8.
    case encoding(String)
    /// Too many elements are open, or one part is too long.
    case tooLarge(line: Int)
}
