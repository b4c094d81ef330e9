/// Makes a class a persistent model. Every stored property becomes a column of the model's table.
///
/// ```swift
/// @Model final class Book {
///     var title: String
///     var rating: Int?
///     init(title: String) { self.title = title }
/// }
/// ```
///
/// Computed, static and lazy properties have no columns, and `@Transient` excludes a stored property. A class
/// may inherit from another model.
///
/// The property observers `willSet` and `didSet` run when the program changes the property, also through the
/// other side of a relationship. They don't run when an object is reloaded from the store, or by a rollback
/// or an undo.
///
/// Mirrors SwiftData's `@Model`.
@attached(
    member, conformances: PersistentModel,
    // With `names: arbitrary`, the compiler would report operators of the class as ambiguous.
    names: named(schemaMetadata), named(init), named(_$entityName), named(_$superclass), named(_$unique),
    named(_$indexes), named(_$spatialIndexes), named(_$state), named(_$bind), named(_$stored),
    named(_$reload), named(_$relate), named(_$target), named(_$ownMetadata), named(_$firstColumn),
    named(_$Transformers), named(_$Column)
)
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel)
public macro Model() = #externalMacro(module: "ModelDataMacros", type: "ModelMacro")

/// Sets options of a property, such as `.unique`, or its former name.
///
/// ```swift
/// @Model final class Book {
///     @Attribute(.unique) var isbn: String
///     @Attribute(originalName: "author") var writer: String = ""
///     init(isbn: String) { self.isbn = isbn }
/// }
/// ```
///
/// - Parameters:
///   - options: The options of the property.
///   - originalName: The property's name in an earlier version of the model.
///   - hashModifier: Changes the schema fingerprint; set it when the meaning of the values changes.
///
/// Mirrors SwiftData's `@Attribute`.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ModelDataMacros", type: "AttributeMacro")

/// Excludes a stored property of a model from the store.
///
/// ```swift
/// @Model final class Book {
///     var title = ""
///     @Transient var isSelected = false
///     init() {}
/// }
/// ```
///
/// The property needs an initial value, which it has in objects that are read from the store. Mirrors
/// SwiftData's `@Transient`.
@attached(peer)
public macro Transient() = #externalMacro(module: "ModelDataMacros", type: "TransientMacro")

/// Sets the rules of a relationship between models.
///
/// ```swift
/// @Model final class Trip {
///     @Relationship(deleteRule: .cascade, inverse: \Sight.trip) var sights: [Sight] = []
///     init() {}
/// }
///
/// @Model final class Sight {
///     var trip: Trip?
///     init() {}
/// }
/// ```
///
/// - Parameters:
///   - options: The options of the relationship.
///   - deleteRule: What happens to the related objects when the owner is deleted. Default: `.nullify`.
///   - minimumModelCount: The minimum number of related objects. Default: 0.
///   - maximumModelCount: The maximum number of related objects; 0 or nil means no limit. Default: 0.
///   - originalName: The relationship's name in an earlier version of the model.
///   - inverse: The key path of the relationship on the other side.
///   - hashModifier: A text that changes the schema's fingerprint.
///
/// Mirrors SwiftData's `@Relationship`.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
    inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ModelDataMacros", type: "RelationshipMacro")

/// Declares groups of properties that are unique together.
///
/// ```swift
/// @Model final class Book {
///     #Unique<Book>([\.title, \.author])
///     var title = ""
///     var author = ""
///     init() {}
/// }
/// ```
///
/// By default, if a record already has the values of a new object in all properties of a group, saving the
/// object updates that record; ``ModelContext/mergePolicy`` changes this. Both objects then represent the
/// record, see ``ModelContext/insert(_:)``.
///
/// - Parameter constraints: Groups of key paths. No two records have the same values in all properties of a
///   group.
///
/// Mirrors SwiftData's `#Unique`.
@freestanding(declaration, names: named(_$ownUnique))
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "ModelDataMacros", type: "UniqueMacro")

/// Declares an index for each group of properties.
///
/// ```swift
/// @Model final class Book {
///     #Index<Book>([\.author], [\.title, \.author])
///     var title = ""
///     var author = ""
///     init() {}
/// }
/// ```
///
/// - Parameter indices: Groups of key paths. The order in a group is the order of the index columns.
///
/// Mirrors SwiftData's `#Index`.
@freestanding(declaration, names: named(_$ownIndexes))
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "ModelDataMacros", type: "IndexMacro")

/// Declares an index of a given kind for each group of properties.
///
/// ```swift
/// @Model final class Place {
///     #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
///     var name = ""
///     var latitude = 0.0
///     var longitude = 0.0
///     init() {}
/// }
/// ```
///
/// An `rtree` index finds ranges in one to five properties at once, which must be numbers or dates. A
/// predicate uses the index if it has a bound for each of these properties. Mirrors SwiftData's `#Index`.
///
/// - Parameter indices: Groups of key paths, each with the kind of index.
@freestanding(declaration, names: named(_$ownIndexes), named(_$ownSpatialIndexes))
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "ModelDataMacros", type: "IndexMacro")

/// Generates the accessors of a property with `.ephemeral`. `@Model` adds this attribute; don't write it
/// yourself.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _EphemeralProperty() =
    #externalMacro(module: "ModelDataMacros", type: "EphemeralPropertyMacro")

/// Generates the accessors of a persisted property. `@Model` adds this attribute; don't write it yourself.
///
/// - Parameter column: The property's column in its class, counted from 0.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(column: Int) =
    #externalMacro(module: "ModelDataMacros", type: "PersistedPropertyMacro")

/// The names of this module for code that macros generate.
///
/// A program may have a type named `ModelData`, which hides the module of that name. Then `ModelData.Schema` in
/// generated code would mean a member of that type. Use the types directly instead of these names.
public enum _$ModelData {
    /// ``ColumnSource``, for generated code.
    public typealias ColumnSource = ModelData.ColumnSource
    /// ``DefaultSerialModelExecutor``, for generated code.
    public typealias DefaultSerialModelExecutor = ModelData.DefaultSerialModelExecutor
    /// ``LinkChange``, for generated code.
    public typealias LinkChange = ModelData.LinkChange
    /// ``ModelActor``, for generated code.
    public typealias ModelActor = ModelData.ModelActor
    /// ``ModelBinder``, for generated code.
    public typealias ModelBinder = ModelData.ModelBinder
    /// ``ModelContainer``, for generated code.
    public typealias ModelContainer = ModelData.ModelContainer
    /// ``ModelContext``, for generated code.
    public typealias ModelContext = ModelData.ModelContext
    /// ``ModelExecutor``, for generated code.
    public typealias ModelExecutor = ModelData.ModelExecutor
    /// ``ModelRow``, for generated code.
    public typealias ModelRow = ModelData.ModelRow
    /// ``ModelState``, for generated code.
    public typealias ModelState = ModelData.ModelState
    /// ``PersistentModel``, for generated code.
    public typealias PersistentModel = ModelData.PersistentModel
    /// ``Schema``, for generated code.
    public typealias Schema = ModelData.Schema
    /// ``Slot``, for generated code.
    public typealias Slot = ModelData.Slot
    /// ``StoredValue``, for generated code.
    public typealias StoredValue = ModelData.StoredValue
    /// ``TransformerSource``, for generated code.
    public typealias TransformerSource = ModelData.TransformerSource
    /// ``ValueTransformer``, for generated code.
    public typealias ValueTransformer = ModelData.ValueTransformer
}
