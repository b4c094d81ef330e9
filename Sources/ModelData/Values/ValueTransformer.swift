import Foundation
import Synchronization

/// Converts the values of a property to `Data` and back, for `@Attribute(.transformable(by:))`.
///
/// ```swift
/// final class ColorTransformer: ValueTransformer {
///     override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.data }
///     override func reverseTransformedValue(_ value: Any?) -> Any? {
///         (value as? Data).flatMap(Color.init)
///     }
/// }
/// ```
///
/// Mirrors Foundation's `ValueTransformer`, which Linux lacks.
open class ValueTransformer: TransformerSource {
    /// Creates a transformer.
    public required init() {}

    /// Converts a value to `Data`.
    ///
    /// - Parameter value: The property's value.
    /// - Returns: The data, or nil if the value can't be converted.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// Converts `Data` back to a value.
    ///
    /// - Parameter value: The data.
    /// - Returns: The value, or nil if the data can't be converted.
    open func reverseTransformedValue(_ value: Any?) -> Any? { value }

    /// The class of the transformed values. ModelData doesn't call it.
    open class func transformedValueClass() -> AnyClass { NSData.self }

    /// Whether the transformation can be reversed. ModelData doesn't call it.
    open class func allowsReverseTransformation() -> Bool { true }

    /// Creates a transformer of this class.
    @_documentation(visibility: internal)
    public static func makeTransformer() -> ValueTransformer? { Self() }

    private static let known = Mutex<[NSValueTransformerName: ValueTransformer.Type]>([:])

    /// Registers a transformer under a name that attributes can use.
    ///
    /// ```swift
    /// ValueTransformer.setValueTransformer(ColorTransformer(), forName: "color")
    /// ```
    ///
    /// - Parameters:
    ///   - transformer: The transformer. Only its type is stored; nil removes the name.
    ///   - name: The name.
    public static func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        let type = transformer.map { Swift.type(of: $0) }
        known.withLock { $0[name] = type }
    }

    /// Creates the transformer that is registered under a name.
    ///
    /// - Returns: The transformer, or nil if the name isn't registered.
    public static func named(_ name: String) -> ValueTransformer? {
        known.withLock { $0[NSValueTransformerName(name)] }.map { $0.init() }
    }

    /// Returns the registered names in alphabetical order.
    public static func valueTransformerNames() -> [NSValueTransformerName] {
        known.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    }
}

/// The name of a transformer.
///
/// ```swift
/// extension NSValueTransformerName { static let color = NSValueTransformerName("color") }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: .color)
/// ```
///
/// Mirrors Foundation's `NSValueTransformerName`, which Linux lacks.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as text, for `.transformable(by:)`.
    public let rawValue: String

    /// Creates a name from a string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a string.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a string literal.
    public init(stringLiteral value: String) { rawValue = value }
}

/// Provides the transformer of a property to the code that `@Model` generates.
@_documentation(visibility: internal)
public protocol TransformerSource: SendableMetatype {
    /// Creates the transformer; nil if no transformer is registered under the name.
    static func makeTransformer() -> ValueTransformer?
}

/// The codec of values of any type, which a transformer converts to bytes.
@_documentation(visibility: internal)
public enum TransformCodec<Value, Source: TransformerSource>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .blob }
    /// The type's name in the schema fingerprint.
    public static var columnFormat: String { "transformed" }

    /// Reads a column of the current row.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try value(of: row.blob(column))
    }

    /// Binds a value to a parameter.
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try row.bind(data(of: value), position)
    }

    /// The value as SQLite stores it.
    public static func stored(_ value: Value) throws -> StoredValue { .blob(try data(of: value)) }

    /// Decodes a stored value.
    public static func value(from stored: StoredValue) throws -> Value {
        try value(of: try Data(stored: stored))
    }

    private static func data(of value: Value) throws -> Data {
        guard let data = Source.makeTransformer()?.transformedValue(value) as? Data else {
            throw ValueProblem.unencodable(type: "\(Value.self)", reason: "the transformer returns no data")
        }
        return data
    }

    private static func value(of data: Data) throws -> Value {
        guard let value = Source.makeTransformer()?.reverseTransformedValue(data) as? Value else {
            throw ValueProblem.unreadable(content: "\(data.count) bytes", type: "\(Value.self)")
        }
        return value
    }
}

/// The codec of a property with `.transformable(by:)`.
///
/// - Parameters:
///   - type: The property's type.
///   - source: The transformer's class, or a type that looks up the transformer of a name. Each conversion makes one.
public func _$transformCodec<Value, Source: TransformerSource>(
    _ type: Value.Type, by source: Source.Type
) -> TransformCodec<Value, Source>.Type { TransformCodec<Value, Source>.self }
/// The codec of an optional property with `.transformable(by:)`.
///
/// - Parameters:
///   - type: The property's optional type.
///   - source: The transformer's class, or a type that looks up the transformer of a name. Each conversion makes one.
public func _$transformCodec<Value, Source: TransformerSource>(
    _ type: Value?.Type, by source: Source.Type
) -> OptionalCodec<TransformCodec<Value, Source>>.Type { OptionalCodec<TransformCodec<Value, Source>>.self }
