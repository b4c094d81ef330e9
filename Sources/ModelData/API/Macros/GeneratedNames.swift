/// The names of this module for code that macros generate.
///
/// A program may have a type named `ModelData`, which hides the module of that name. Then `ModelData.Schema` in
/// generated code would mean a member of that type. Use the types directly instead of these names.
public enum _$ModelData {
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
