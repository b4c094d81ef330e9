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
