import Foundation
import Synchronization

/// Turns values of a property into `Data` and back, for `@Attribute(.transformable(by:))`.
///
///     final class ColorTransformer: ValueTransformer {
///         override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.data }
///         override func reverseTransformedValue(_ value: Any?) -> Any? {
///             (value as? Data).flatMap(Color.init)
///         }
///     }
///
/// Mirrors Foundation's `ValueTransformer`, which Linux lacks.
open class ValueTransformer {
    /// Makes a transformer.
    public required init() {}

    /// The data of a value; nil when it can't be transformed.
    ///
    ///     let data = transformer.transformedValue(color) as? Data
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value of data; nil when it can't be transformed.
    ///
    ///     let color = transformer.reverseTransformedValue(data) as? Color
    open func reverseTransformedValue(_ value: Any?) -> Any? { value }

    /// The class of the transformed values, which nobody asks for here: the result is what counts.
    ///
    ///     override class func transformedValueClass() -> AnyClass { NSData.self }
    open class func transformedValueClass() -> AnyClass { NSData.self }

    /// Whether values can be turned back.
    open class func allowsReverseTransformation() -> Bool { true }

    private static let known = Mutex<[NSValueTransformerName: ValueTransformer.Type]>([:])

    /// Gives a transformer a name that attributes can use.
    ///
    ///     ValueTransformer.setValueTransformer(ColorTransformer(), forName: "color")
    ///
    /// - Parameters:
    ///   - transformer: the transformer, of which its type counts; nil takes the name back.
    ///   - name: the name.
    public static func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        let type = transformer.map { Swift.type(of: $0) }
        known.withLock { $0[name] = type }
    }

    /// A transformer with a name; nil when there is none.
    ///
    ///     let transformer = ValueTransformer.named("color")
    ///
    /// - Parameter name: the name.
    public static func named(_ name: String) -> ValueTransformer? {
        known.withLock { $0[NSValueTransformerName(name)] }.map { $0.init() }
    }

    /// The names that were given, in alphabetical order.
    ///
    ///     let isKnown = ValueTransformer.valueTransformerNames().contains("color")
    public static func valueTransformerNames() -> [NSValueTransformerName] {
        known.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    }
}

/// The name of a transformer.
///
///     extension NSValueTransformerName { static let color = NSValueTransformerName("color") }
///     ValueTransformer.setValueTransformer(ColorTransformer(), forName: .color)
///
/// Mirrors Foundation's `NSValueTransformerName`, which Linux lacks.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as text, which `.transformable(by:)` takes.
    public let rawValue: String

    /// Makes a name of a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a name of a text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Makes a name of a literal.
    public init(stringLiteral value: String) { rawValue = value }
}
