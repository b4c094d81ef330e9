import Foundation

/// An access to the storage of a relationship.
@_documentation(visibility: internal)
public enum LinkChange {
    /// Returns all objects in the storage.
    case read
    /// Returns the given object if the storage contains it, otherwise nothing.
    case find(any PersistentModel)
    /// Empties the storage, because the relationship is no longer loaded. A required relationship keeps its object.
    case clear
    /// Empties the storage, because the object leaves its context.
    case release
    /// Sets the objects.
    case set([any PersistentModel])
    /// Sets the objects because the program changed this relationship or its inverse.
    case replace([any PersistentModel])
    /// Sets objects that were read from the store, and whose type is known to be right. This isn't a change.
    case load(ArraySlice<AnyObject>)
    /// Adds an object to a to-many relationship, or sets the object of a to-one relationship.
    case append(any PersistentModel)
    /// Removes an object.
    case remove(any PersistentModel)
    /// Compares the objects with the former ones. This isn't a change.
    case compare(ListComparison)
    /// Replaces the objects from a position on.
    case replaceTail(Int, with: [any PersistentModel])
}

/// The difference between the former and the present objects of a list.
///
/// The references are compared as memory, so that one change of a long list costs hardly more than one of a short list.
struct ListDifference {
    /// The places in the former list whose objects were replaced, and the places of the objects that replace them.
    let replaced: Range<Int>
    let replacing: Range<Int>
    private(set) var removed: [any PersistentModel] = []
    private(set) var added: [any PersistentModel] = []
    /// The objects in the changed places of the present list.
    let present: [any PersistentModel]

    var isEmpty: Bool { replaced.isEmpty && replacing.isEmpty }

    init<T: PersistentModel>(_ old: ContiguousArray<AnyObject>, _ new: [T]) {
        let start = old.withUnsafeBytes { old in
            new.withUnsafeBytes { Self.commonLength(old, $0, fromEnd: false) }
        }
        let end = old[start...].withUnsafeBytes { old in
            new[start...].withUnsafeBytes { Self.commonLength(old, $0, fromEnd: true) }
        }
        replaced = start..<old.count - end
        replacing = start..<new.count - end
        let before = old[replaced]
        present = Array(new[replacing]).erased
        if before.isEmpty {
            added = present
        } else {
            let known = Set(before.map { ObjectIdentifier($0) })
            let kept = Set(present.map { ObjectIdentifier($0) })
            removed = before.filter { !kept.contains(ObjectIdentifier($0)) }.compactMap { $0 as? T }
            added = present.filter { !known.contains(ObjectIdentifier($0)) }
        }
    }

    /// Returns how many references at the beginning or end of two lists are the same.
    private static func commonLength(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, fromEnd: Bool
    ) -> Int {
        let length = min(first.count, second.count)
        let size = MemoryLayout<UnsafeRawPointer>.size
        guard length > 0, let first = first.baseAddress.map({ fromEnd ? $0 + first.count : $0 }),
            let second = second.baseAddress.map({ fromEnd ? $0 + second.count : $0 })
        else { return 0 }
        func areSame(_ start: Int, _ count: Int) -> Bool {
            let offset = fromEnd ? -start - count : start
            return memcmp(first + offset, second + offset, count) == 0
        }
        var same = 0
        // Compare ever smaller blocks.
        for block in [length, 4096, 64, size] where block <= length {
            while same + block <= length, areSame(same, block) { same += block }
            if same == length { break }
        }
        return same / size
    }
}

/// Compares a list with its former objects. The codec, which knows the type of the list, calls ``compare(_:)``.
@_documentation(visibility: internal)
public final class ListComparison {
    private let former: ContiguousArray<AnyObject>
    private(set) var difference: ListDifference?

    init(_ former: ContiguousArray<AnyObject>) { self.former = former }

    @usableFromInline
    func compare<T: PersistentModel>(_ present: [T]) { difference = ListDifference(former, present) }
}

extension Array where Element: PersistentModel {
    /// The elements as `[any PersistentModel]`. The compiler's conversion would be slower, because it casts
    /// each element.
    @usableFromInline
    var erased: [any PersistentModel] {
        @inlinable get {
            var models: [any PersistentModel] = []
            models.reserveCapacity(count)
            for model in self { models.append(model) }
            return models
        }
    }
}
