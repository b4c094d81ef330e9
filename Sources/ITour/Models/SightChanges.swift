import Localization
import Shell

/// What an edit wants of a sight.
struct SightChanges {
    var name: String?
    var place: Assignment<Place>?
    var address: String?
    var note: String?
    var isVisited: Bool?

    /// Nothing.
    init() {}

    /// What a call's options ask for.
    init(_ invocation: Invocation) throws {
        place = try invocation[SightArguments.at]
        address = try invocation[SightArguments.address]
        note = try invocation[SightArguments.note]
    }

    /// Whether nothing is asked for.
    var isEmpty: Bool {
        name == nil && place == nil && address == nil && note == nil && isVisited == nil
    }

    /// Applies the changes.
    ///
    /// - Returns: The labels of the fields that changed; none where the sight was so already.
    @discardableResult
    func apply(to sight: Sight) -> [LocalizedText] {
        var changed: [LocalizedText] = []
        func set<Value: Equatable>(
            _ path: ReferenceWritableKeyPath<Sight, Value>, _ value: Value?, _ label: LocalizedText
        ) {
            guard let value, sight[keyPath: path] != value else { return }
            sight[keyPath: path] = value
            changed.append(label)
        }
        set(\.name, name, text("Name"))
        if let place { set(\.place, .some(place.value), text("Place")) }
        set(\.address, address, text("Address"))
        set(\.note, note, text("Note"))
        set(\.isVisited, isVisited, text("Visited"))
        return changed
    }
}
