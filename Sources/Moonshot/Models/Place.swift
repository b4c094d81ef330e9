/// What can be open: a mission, and in it or by itself an astronaut.
enum Place: Hashable {
    case mission(Int)
    case astronaut(String)

    /// The place that an open place of the session stands for.
    init?(_ name: String?) {
        guard let name, let colon = name.firstIndex(of: ":") else { return nil }
        let rest = String(name[name.index(after: colon)...])
        if name.hasPrefix("mission:"), let number = Int(rest) {
            self = .mission(number)
        } else {
            self = .astronaut(rest)
        }
    }

    /// The name by which the session knows it.
    var name: String {
        switch self {
        case .mission(let number): "mission:\(number)"
        case .astronaut(let key): "astronaut:\(key)"
        }
    }
}
