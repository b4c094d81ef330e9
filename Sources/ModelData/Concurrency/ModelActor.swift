/// An actor with a context of its own, whose work runs one piece at a time away from the caller.
///
///     @ModelActor
///     actor Importer {
///         func add(_ titles: [String]) throws {
///             for title in titles { modelContext.insert(Book(title: title)) }
///             try modelContext.save()
///         }
///     }
///     let importer = Importer(modelContainer: container)
///
/// Objects stay inside the actor; identifiers may leave it. `@ModelActor` makes the two properties and the
/// `init`. Mirrors SwiftData's `ModelActor`.
public protocol ModelActor: Actor {
    /// The container.
    nonisolated var modelContainer: ModelContainer { get }
    /// What runs the actor's work and holds its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The executor that the actor's work runs on.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        modelExecutor.asUnownedSerialExecutor()
    }

    /// The actor's context.
    ///
    ///     try modelContext.save()
    ///
    /// Mirrors SwiftData's `modelContext`.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The object of a record; nil when there is no such record, or it is of another model.
    ///
    ///     let book = self[identifier, as: Book.self]
    ///
    /// - Parameters:
    ///   - id: the record's identifier.
    ///   - type: the model.
    ///
    /// Mirrors SwiftData's `subscript(_:as:)`.
    public subscript<T: PersistentModel>(_ id: PersistentIdentifier, as type: T.Type) -> T? {
        modelContext[id, as: T.self]
    }
}

/// Makes an actor a ``ModelActor``: it gets an `init(modelContainer:)` and a context of its own.
///
///     @ModelActor
///     actor Counter {
///         func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Book>()) }
///     }
///
/// Mirrors SwiftData's `@ModelActor`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "ModelDataMacros", type: "ModelActorMacro")
