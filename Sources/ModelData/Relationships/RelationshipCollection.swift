/// A collection of models that a to-many relationship can be: an array, a set, or an optional of one.
///
///     let isEmpty = [Book]().relatedModels.isEmpty
///
/// Mirrors SwiftData's `RelationshipCollection`.
public protocol RelationshipCollection {
    /// The model of the elements.
    associatedtype PersistentElement: PersistentModel
    /// Makes a collection of elements in their order, if it has one.
    init(relatedModels: [PersistentElement])
    /// The elements.
    var relatedModels: [PersistentElement] { get }
    /// Adds an element at the end.
    mutating func appendRelated(_ element: PersistentElement)
    /// Takes an element out.
    mutating func removeRelated(_ element: PersistentElement)
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// Makes an array of the elements.
    @inlinable public init(relatedModels: [Element]) { self = relatedModels }
    /// The elements.
    @inlinable public var relatedModels: [Element] { self }
    /// Adds an element at the end.
    @inlinable public mutating func appendRelated(_ element: Element) { append(element) }
    /// Takes an element out.
    @inlinable public mutating func removeRelated(_ element: Element) {
        if let index = firstIndex(where: { $0 === element }) { remove(at: index) }
    }
}

extension Set: RelationshipCollection where Element: PersistentModel {
    /// Makes a set of the elements.
    @inlinable public init(relatedModels: [Element]) { self = Set(relatedModels) }
    /// The elements, in no order.
    @inlinable public var relatedModels: [Element] { Array(self) }
    /// Adds an element.
    @inlinable public mutating func appendRelated(_ element: Element) { insert(element) }
    /// Takes an element out.
    @inlinable public mutating func removeRelated(_ element: Element) { remove(element) }
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
    /// Makes a collection of the elements; it is never nil.
    @inlinable public init(relatedModels: [Wrapped.PersistentElement]) {
        self = Wrapped(relatedModels: relatedModels)
    }
    /// The elements; none when there is no collection.
    @inlinable public var relatedModels: [Wrapped.PersistentElement] { self?.relatedModels ?? [] }
    /// Adds an element at the end.
    @inlinable public mutating func appendRelated(_ element: Wrapped.PersistentElement) {
        if self == nil { self = Wrapped(relatedModels: []) }
        self?.appendRelated(element)
    }
    /// Takes an element out.
    @inlinable public mutating func removeRelated(_ element: Wrapped.PersistentElement) {
        self?.removeRelated(element)
    }
}

extension Array where Element: PersistentModel {
    /// The models without their type; the compiler's own conversion would cast each of them.
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

extension ContiguousArray<AnyObject> {
    /// The objects, which are known to be of a type.
    @inlinable
    func typed<T: AnyObject>(as type: T.Type) -> [T] {
        // The standard library would write to the memory that all empty arrays share.
        if isEmpty { return [] }
        return Array<T>(unsafeUninitializedCapacity: count) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            for object in self {
                (start + count).initialize(to: unsafeDowncast(object, to: T.self))
                count += 1
            }
        }
    }
}
