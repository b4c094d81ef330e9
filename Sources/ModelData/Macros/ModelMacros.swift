/// Makes a class a persistent model: every stored property becomes a column of the model's table.
///
///     @Model final class Book {
///         var title: String
///         var rating: Int?
///         init(title: String) { self.title = title }
///     }
///
/// Computed, static and lazy properties are left alone; `@Transient` keeps a stored property out of the
/// store. A class may inherit from another model. The observers of a property, `willSet` and `didSet`, run for what
/// the program changes, also from the other side of a relationship; they don't when an object takes what the store has,
/// nor when a rollback or an undo gives it back what it had. Mirrors SwiftData's `@Model`.
@attached(
    member, conformances: PersistentModel,
    // Were they arbitrary, the compiler would take an operator of the class for two.
    names: named(schemaMetadata), named(init), named(_$entityName), named(_$superclass), named(_$unique),
    named(_$indexes), named(_$spatialIndexes), named(_$state), named(_$bind), named(_$stored),
    named(_$restore), named(_$reload), named(_$relate), named(_$ownMetadata), named(_$firstColumn),
    named(_$Transformers)
)
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel)
public macro Model() = #externalMacro(module: "ModelDataMacros", type: "ModelMacro")

/// Says how a property is kept: unique, renamed, stored outside, and so on.
///
///     @Model final class Book {
///         @Attribute(.unique) var isbn: String
///         @Attribute(originalName: "author") var writer: String = ""
///         init(isbn: String) { self.isbn = isbn }
///     }
///
/// - Parameters:
///   - options: what is special about the property.
///   - originalName: the name the property had in an earlier version of the model.
///   - hashModifier: changes the schema's fingerprint when the meaning of the values changes.
///
/// Mirrors SwiftData's `@Attribute`.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ModelDataMacros", type: "AttributeMacro")

/// Keeps a stored property of a model out of the store.
///
///     @Model final class Book {
///         var title = ""
///         @Transient var isSelected = false
///         init() {}
///     }
///
/// The property needs an initial value, which an object read from the store has. Mirrors SwiftData's
/// `@Transient`.
@attached(peer)
public macro Transient() = #externalMacro(module: "ModelDataMacros", type: "TransientMacro")

/// Declares a relationship between models.
///
///     let rule = Schema.Relationship.DeleteRule.cascade
///
/// - Parameters:
///   - options: what is special about the relationship.
///   - deleteRule: what becomes of the related objects when the owner is deleted.
///   - minimumModelCount: the least number of related objects.
///   - maximumModelCount: the greatest number of related objects; zero means any number.
///   - originalName: the name the relationship had in an earlier version of the model.
///   - inverse: the key path on the other side.
///   - hashModifier: changes the schema's fingerprint.
///
/// Mirrors SwiftData's `@Relationship`.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
    inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ModelDataMacros", type: "RelationshipMacro")

/// Makes combinations of properties unique.
///
///     @Model final class Book {
///         #Unique<Book>([\.title, \.author])
///         var title = ""
///         var author = ""
///         init() {}
///     }
///
/// A second object with the values of a group replaces the values of the first one's record, unless
/// ``ModelContext/mergePolicy`` says otherwise; after the save both objects stand for the record, see
/// ``ModelContext/insert(_:)``.
///
/// - Parameter constraints: groups of key paths; each group's values together occur once.
///
/// Mirrors SwiftData's `#Unique`.
@freestanding(declaration, names: named(_$ownUnique))
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "ModelDataMacros", type: "UniqueMacro")

/// Makes the store keep an index for each group of properties.
///
///     @Model final class Book {
///         #Index<Book>([\.author], [\.title, \.author])
///         var title = ""
///         var author = ""
///         init() {}
///     }
///
/// - Parameter indices: groups of key paths, in the order in which they are compared.
///
/// Mirrors SwiftData's `#Index`.
@freestanding(declaration, names: named(_$ownIndexes))
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "ModelDataMacros", type: "IndexMacro")

/// Makes the store keep an index of a kind for each group of properties.
///
///     @Model final class Place {
///         #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
///         var name = ""
///         var latitude = 0.0
///         var longitude = 0.0
///         init() {}
///     }
///
/// - Parameter indices: groups of key paths, in the order in which they are compared.
///
/// An `rtree` finds ranges of one to five numbers or dates at once; a predicate that sets a bound to each of
/// them uses it. Mirrors SwiftData's `#Index`.
@freestanding(declaration, names: named(_$ownIndexes), named(_$ownSpatialIndexes))
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "ModelDataMacros", type: "IndexMacro")

/// The accessors that `@Model` puts on a property with `.ephemeral`; not written by hand.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _EphemeralProperty() =
    #externalMacro(module: "ModelDataMacros", type: "EphemeralPropertyMacro")

/// The accessors that `@Model` puts on a persisted property; not written by hand.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(column: Int) =
    #externalMacro(module: "ModelDataMacros", type: "PersistedPropertyMacro")
