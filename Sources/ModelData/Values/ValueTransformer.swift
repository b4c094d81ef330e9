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

    /// Whether values can be turned back.
    open class func allowsReverseTransformation() -> Bool { true }

    private static let known = Mutex<[String: ValueTransformer.Type]>([:])

    /// Gives a transformer a name that attributes can use.
    ///
    ///     ValueTransformer.setValueTransformer(ColorTransformer(), forName: "color")
    ///
    /// - Parameters:
    ///   - transformer: the transformer, of which its type counts; nil takes the name back.
    ///   - name: the name.
    public static func setValueTransformer(_ transformer: ValueTransformer?, forName name: String) {
        let type = transformer.map { Swift.type(of: $0) }
        known.withLock { $0[name] = type }
    }

    /// A transformer with a name; nil when there is none.
    ///
    ///     let transformer = ValueTransformer.named("color")
    ///
    /// - Parameter name: the name.
    public static func named(_ name: String) -> ValueTransformer? {
        known.withLock { $0[name] }.map { $0.init() }
    }
}
