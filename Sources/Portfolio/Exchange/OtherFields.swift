import Formats
import Foundation
import ProgramKit
import Shell

/// The fields of an imported task of taskwarrior that an issue keeps beside its own, so that an export gives them back: fields
/// that users added to taskwarrior, and values that portfolio writes in another form.
///
/// The stored form is a JSON object. A value is that of a user's field; a list has the value that portfolio writes, and the
/// original one. The original counts as long as portfolio still writes the same.
///
/// ```json
/// {"size": "L", "recur": ["1weeks", "weekly"]}
/// ```
enum OtherFields {
    /// The key of the field in exports.
    static let key = "otherFields"

    /// The fields that taskwarrior computes, or that belong to templates of recurring tasks, which aren't imported.
    static let computed: Set = ["id", "urgency", "mask", "imask", "parent", "rtype", "last", "template"]

    /// The fields that are written in their own way.
    private static let structured: Set = ["uuid", "description", "annotations", "depends", "content"]

    /// Returns the stored form; `nil` if portfolio writes everything as the task has it.
    ///
    /// - Parameters:
    ///   - members: The members of the task.
    ///   - own: The members that portfolio would write.
    ///   - keys: The names that portfolio writes.
    static func stored(
        _ members: [(name: String, value: JSONView)], _ own: [(key: String, value: Cell.RawValue)],
        keys: [String]
    ) -> String? {
        var stored: [Cell.RawValue.Member] = []
        func add(_ name: String, _ value: Cell.RawValue) { stored.append(.init(name, value)) }
        let written = Dictionary(own.map { ($0.key, $0.value) }) { first, _ in first }
        for (name, value) in members where !computed.contains(name) && !structured.contains(name) {
            let original = value.rawValue
            if keys.contains(name) {
                let new = written[name] ?? .null
                if new.inOrder != original.inOrder { add(name, .list([new, original])) }
            } else if value.elements == nil, original != .null {
                add(name, original)
            }
        }
        // A value that the task doesn't have: the day of “scheduled” isn't one of “wait”.
        for (name, value) in own where keys.contains(name) && !structured.contains(name) {
            if !members.contains(where: { $0.name == name }) { add(name, .list([value, .null])) }
        }
        return stored.isEmpty ? nil : Cell.RawValue.object(stored).json
    }

    /// Returns the members of a task with the original values that still count, and the user's fields.
    ///
    /// - Parameters:
    ///   - stored: The stored form, if the issue has one.
    ///   - own: The members that portfolio writes.
    static func restored(
        _ stored: Cell.RawValue?, _ own: [(key: String, value: Cell.RawValue)]
    ) -> [(key: String, value: Cell.RawValue)] {
        guard case .string(let text)? = stored, let document = try? JSONDocument(Array(text.utf8)) else {
            return own
        }
        var members = own
        JSONView(document).forEachMember { name, value in
            let place = members.firstIndex { $0.key == name }
            guard let pair = value.elements else {
                if place == nil { members.append((name, value.rawValue)) }
                return
            }
            guard pair.count == 2, pair[0].rawValue == (place.map { members[$0].value } ?? .null) else {
                return
            }
            let original = pair[1].rawValue
            switch (place, original) {
            case (let place?, .null): members.remove(at: place)
            case (let place?, _): members[place].value = original
            case (nil, .null): break
            case (nil, _): members.append((name, original))
            }
        }
        return members
    }
}

extension JSONView {
    /// The value; `null` for an object.
    fileprivate var rawValue: Cell.RawValue {
        if let string { return .string(string.withoutNUL) }
        if let bool { return .bool(bool) }
        if let number {
            return Int(number).map { .integer($0) } ?? Double(number).map { .decimal($0) } ?? .null
        }
        return elements.map { .list($0.map(\.rawValue)) } ?? .null
    }
}

extension Cell.RawValue {
    /// The value; the elements of a list are sorted.
    fileprivate var inOrder: Cell.RawValue {
        if case .list(let elements) = self {
            .list(elements.sorted { $0.csvText < $1.csvText })
        } else {
            self
        }
    }
}
