/// The models and relationships that a store had until now, by the fingerprints that it has recorded.
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
            model = String(names[0])
            properties[model] = []
            superclasses[model] = names.count > 1 ? names[1].trimmingPrefix(" ").description : nil
        }
    }

    /// A property with its type and format; groups of properties have less.
    private static func property(_ line: Substring) -> Property? {
        let words = line.split(separator: " ")
        guard words.count > 2 else { return nil }
        let isOptional = words[2] != "NOT"
        let format = words.dropFirst(isOptional ? 2 : 4)
        guard format.count > 1, let kind = format.first, kind == "one" || kind == "many" else {
            return Property(name: String(words[0]), relationship: nil)
        }
        let inverse = format.dropFirst(2).first.flatMap { $0.hasPrefix("(") || $0 == "-" ? nil : String($0) }
        return Property(
            name: String(words[0]),
            relationship: Relationship(
                isToMany: kind == "many", target: String(format[format.startIndex + 1]), inverse: inverse))
    }

    var isEmpty: Bool { properties.isEmpty }

    /// Whether the store had a model.
    func has(_ model: String) -> Bool { properties[model] != nil }

    /// The properties of a class, inherited ones among them.
    func properties(of model: String) -> [Property] { properties[model] ?? [] }

    /// A property, whatever the case of its name, as SQL has it.
    func property(_ name: String, of model: String) -> Property? {
        properties(of: model).first { $0.name.lowercased() == name.lowercased() }
    }

    /// The class where a model's inheritance began, whose name is that of the table.
    func table(of model: String) -> String { superclasses[model].map(table) ?? model }

    /// The first class of those that a model inherits from, and itself, that has a property.
    func declaring(_ property: String, of model: String) -> String {
        guard let superclass = superclasses[model], self.property(property, of: superclass) != nil else {
            return model
        }
        return declaring(property, of: superclass)
    }
}
