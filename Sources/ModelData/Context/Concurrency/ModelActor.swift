/// An actor that has its own context and works outside the caller's actor.
///
/// ```swift
/// @ModelActor
/// actor Importer {
///     func add(_ titles: [String]) throws {
///         for title in titles { modelContext.insert(Book(title: title)) }
///         try modelContext.save()
///     }
/// }
/// let importer = Importer(modelContainer: container)
/// ```
///
/// Objects must stay inside the actor, but their identifiers may be passed to other actors. `@ModelActor`
/// adds the required properties and an initializer. Mirrors SwiftData's `ModelActor`.
public protocol ModelActor: Actor {
    /// The container.
    nonisolated var modelContainer: ModelContainer { get }
    /// The executor that runs the actor's work and holds its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The executor of the actor's work.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        modelExecutor.asUnownedSerialExecutor()
    }

    /// The actor's context.
    ///
    /// Mirrors SwiftData's `modelContext`.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// Returns the object of a record; nil if the record doesn't exist or belongs to another model.
    ///
    /// ```swift
    /// @ModelActor
    /// actor Reader {
    ///     func title(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Book.self]?.title }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The record's identifier.
    ///   - type: The model.
    ///
    /// Mirrors SwiftData's `subscript(_:as:)`.
    public subscript<T: PersistentModel>(_ id: PersistentIdentifier, as type: T.Type) -> T? {
        modelContext[id, as: T.self]
    }
}

/// Makes an actor a ``ModelActor``: adds `init(modelContainer:)` and a context.
///
/// ```swift
/// @ModelActor
/// actor Counter {
///     func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Book>()) }
/// }
/// ```
///
/// Mirrors SwiftData's `@ModelActor`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "ModelDataMacros", type: "ModelActorMacro")
