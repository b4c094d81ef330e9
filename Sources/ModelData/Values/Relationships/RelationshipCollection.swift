/// A collection type for to-many relationships: an array, a set, or an optional of one.
///
/// Mirrors SwiftData's `RelationshipCollection`.
@_documentation(visibility: internal)
public protocol RelationshipCollection {
    /// The model of the elements.
    associatedtype PersistentElement: PersistentModel
    /// Creates a collection of the given elements. Arrays keep their order.
    init(relatedModels: [PersistentElement])
    /// The elements as an array.
    var relatedModels: [PersistentElement] { get }
    /// Adds an element at the end.
    mutating func appendRelated(_ element: PersistentElement)
    /// Removes an element.
    mutating func removeRelated(_ element: PersistentElement)
    /// Replaces the elements from a position on.
    mutating func replaceRelated(from start: Int, with elements: [PersistentElement])
}

@_documentation(visibility: internal)
extension Array: RelationshipCollection where Element: PersistentModel {
    /// Creates an array of the elements.
    @inlinable public init(relatedModels: [Element]) { self = relatedModels }
    /// The elements.
    @inlinable public var relatedModels: [Element] { self }
    /// Adds an element at the end.
    @inlinable public mutating func appendRelated(_ element: Element) { append(element) }
    /// Removes an element.
    @inlinable public mutating func removeRelated(_ element: Element) {
        if let index = place(of: element) { remove(at: index) }
    }
    /// Replaces the elements from a position on.
    @inlinable public mutating func replaceRelated(from start: Int, with elements: [Element]) {
        replaceSubrange(start..., with: elements)
    }
}

@_documentation(visibility: internal)
extension Set: RelationshipCollection where Element: PersistentModel {
    /// Creates a set of the elements.
    @inlinable public init(relatedModels: [Element]) { self = Set(relatedModels) }
    /// The elements as an array, in no particular order.
    @inlinable public var relatedModels: [Element] { Array(self) }
    /// Adds an element.
    @inlinable public mutating func appendRelated(_ element: Element) { insert(element) }
    /// Removes an element.
    @inlinable public mutating func removeRelated(_ element: Element) { remove(element) }
    /// Replaces the elements from a position of ``relatedModels`` on.
    @inlinable public mutating func replaceRelated(from start: Int, with elements: [Element]) {
        self = Set(relatedModels.prefix(start) + elements)
    }
}

@_documentation(visibility: internal)
extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
    /// Creates a collection of the elements; it is never nil.
    @inlinable public init(relatedModels: [Wrapped.PersistentElement]) {
        self = Wrapped(relatedModels: relatedModels)
    }
    /// The elements; empty if the collection is nil.
    @inlinable public var relatedModels: [Wrapped.PersistentElement] { self?.relatedModels ?? [] }
    /// Adds an element at the end.
    @inlinable public mutating func appendRelated(_ element: Wrapped.PersistentElement) {
        if self == nil { self = Wrapped(relatedModels: []) }
        self?.appendRelated(element)
    }
    /// Removes an element.
    @inlinable public mutating func removeRelated(_ element: Wrapped.PersistentElement) {
        self?.removeRelated(element)
    }
    /// Replaces the elements from a position on.
    @inlinable public mutating func replaceRelated(
        from start: Int, with elements: [Wrapped.PersistentElement]
    ) {
        self?.replaceRelated(from: start, with: elements)
    }
}

extension RandomAccessCollection where Element: AnyObject, Index == Int {
    /// Returns the index of an object. The search begins at both ends, because loops often remove objects in the order of
    /// the list, or in the reverse order.
    @inlinable
    func place(of object: AnyObject) -> Int? {
        var (first, last) = (startIndex, endIndex - 1)
        while first <= last {
            if self[first] === object { return first }
            if self[last] === object { return last }
            (first, last) = (first + 1, last - 1)
        }
        return nil
    }
}

extension ContiguousArray<AnyObject> {
    /// Returns the objects as an array of their actual type.
    @inlinable
    func typed<T: AnyObject>(as type: T.Type) -> [T] { self[...].typed(as: type) }
}

extension ArraySlice<AnyObject> {
    /// Returns the objects as an array of their actual type: the caller has read each as an object of this type.
    @inlinable
    func typed<T: AnyObject>(as type: T.Type) -> [T] {
        // An empty array mustn't be initialized here, because all empty arrays share one place in memory.
        if isEmpty { return [] }
        return Array<T>(unsafeUninitializedCapacity: count) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            for case let object as T in self {
                (start + count).initialize(to: object)
                count += 1
            }
        }
    }
}
