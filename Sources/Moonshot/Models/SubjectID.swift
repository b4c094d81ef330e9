/// The identity of an open mission or astronaut. An astronaut can be open inside a mission or without one.
enum SubjectID: Hashable {
    case mission(Int)
    case astronaut(String)

    /// Parses the name of an open item.
    init?(_ name: String?) {
        guard let name, let colon = name.firstIndex(of: ":") else { return nil }
        let rest = String(name[name.index(after: colon)...])
        if name.hasPrefix("mission:"), let number = Int(rest) {
            self = .mission(number)
        } else {
            self = .astronaut(rest)
        }
    }

    /// The name of the open item in the session.
    var name: String {
        switch self {
        case .mission(let number): "mission:\(number)"
        case .astronaut(let key): "astronaut:\(key)"
        }
    }
}
