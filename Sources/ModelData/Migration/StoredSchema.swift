/// The models and relationships that a store had until now, by the fingerprints that it has recorded.
///
/// Names are looked up as SQL does, to which the case of `A` to `Z` is all one.
struct StoredSchema {
    /// A property that a store has recorded.
    struct Property {
        let name: String
        /// The relationship that it is; nil for a value.
        let relationship: Relationship?
    }

    /// What is recorded of a relationship.
    struct Relationship {
        let isToMany: Bool
        /// The name of the class of the related objects.
        let target: String
        /// The other side, where the fingerprint tells it: of relationships that have a column.
        let inverse: String?
    }

    private var superclasses: [String: String] = [:]
    private var properties: [String: [Property]] = [:]

    /// Reads fingerprints, of which later ones tell what became of a model; an empty one has no models.
    init(_ fingerprints: [String]) {
        for fingerprint in fingerprints { read(fingerprint) }
    }

    private mutating func read(_ fingerprint: String) {
        var model = ""
        for line in SchemaFingerprint.tables(in: fingerprint).split(separator: "\n") {
            if line.hasPrefix(" ") {
                if let property = Self.property(line) { properties[model, default: []].append(property) }
                continue
            }
            let names = line.split(separator: ":", maxSplits: 1)
            model = names[0].sqlFolded
            properties[model] = []
            superclasses[model] = names.count > 1 ? names[1].trimmingPrefix(" ").description : nil
        }
    }

    /// A property with its type and format; groups of properties have less.
    private static func property(_ line: Substring) -> Property? {
        let words = line.split(separator: " ")
        guard words.count > 2 else { return nil }
        let isOptional = words[2] != "NOT"
        let format = Array(words.dropFirst(isOptional ? 2 : 4))
        let name = String(words[0])
        guard format.count > 1, format[0] == "one" || format[0] == "many" else {
            return Property(name: name, relationship: nil)
        }
        let inverse = format.count > 3 && format[2] != "-" ? String(format[2]) : nil
        return Property(
            name: name,
            relationship: Relationship(
                isToMany: format[0] == "many", target: String(format[1]), inverse: inverse))
    }

    var isEmpty: Bool { properties.isEmpty }

    /// Whether the store had a model.
    func has(_ model: String) -> Bool { properties[model.sqlFolded] != nil }

    /// The properties of a class, inherited ones among them.
    func properties(of model: String) -> [Property] { properties[model.sqlFolded] ?? [] }

    func property(_ name: String, of model: String) -> Property? {
        properties(of: model).first { $0.name.isSame(inSQL: name) }
    }

    /// The class that a model inherited from.
    func superclass(of model: String) -> String? { superclasses[model.sqlFolded] }

    /// The class where a model's inheritance began, whose name is that of the table.
    func table(of model: String) -> String { superclass(of: model).map(table) ?? model }

    /// The first class of those that a model inherits from, and itself, that has a property.
    func declaring(_ property: String, of model: String) -> String {
        guard let superclass = superclass(of: model), self.property(property, of: superclass) != nil else {
            return model
        }
        return declaring(property, of: superclass)
    }
}

extension StringProtocol {
    /// The text with the letters from `A` to `Z` as small ones, by which SQL tells names apart.
    var sqlFolded: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    /// Whether two names are one in SQL.
    func isSame(inSQL other: some StringProtocol) -> Bool { sqlFolded == other.sqlFolded }
}
