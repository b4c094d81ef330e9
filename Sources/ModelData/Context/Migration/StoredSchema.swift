/// The models and relationships of a store, read from its recorded fingerprints.
///
/// Names are compared as in SQL, which ignores the case of `A` to `Z`.
struct StoredSchema {
    /// A property as recorded in a fingerprint.
    struct Property {
        let name: String
        /// The relationship, or nil for a value.
        let relationship: Relationship?
        /// The rest of the line: the type, `NOT NULL`, the format and the hash modifier.
        fileprivate let declaration: Substring

        /// Returns whether a property is stored in the same way, optional or not.
        func isStored(like property: Schema.PropertyMetadata) -> Bool {
            ["", "NOT NULL "].contains { nullability in
                let form =
                    "\(property.codec.columnType.rawValue) \(nullability)\(property.codec.columnFormat)"
                return declaration == form || declaration.hasPrefix(form + " (")
            }
        }
    }

    /// A relationship as recorded in a fingerprint.
    struct Relationship {
        let isToMany: Bool
        /// The name of the related objects' class.
        let target: String
        /// The name of the inverse, which is recorded only for relationships with a column.
        let inverse: String?
    }

    private var superclasses: [String: String] = [:]
    private var properties: [String: [Property]] = [:]

    /// Reads fingerprints, the earliest first. Later fingerprints override earlier ones.
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

    /// Parses the line of a property with its type and format. Returns nil for the line of a property group.
    private static func property(_ line: Substring) -> Property? {
        let words = line.split(separator: " ")
        guard words.count > 2 else { return nil }
        let isOptional = words[2] != "NOT"
        let format = Array(words.dropFirst(isOptional ? 2 : 4))
        var relationship: Relationship?
        if format.count > 1, format[0] == "one" || format[0] == "many" {
            let inverse = format.count > 3 && format[2] != "-" ? String(format[2]) : nil
            relationship = Relationship(
                isToMany: format[0] == "many", target: String(format[1]), inverse: inverse)
        }
        return Property(
            name: String(words[0]), relationship: relationship, declaration: line[words[1].startIndex...])
    }

    var isEmpty: Bool { properties.isEmpty }

    /// Returns whether the store had a model.
    func has(_ model: String) -> Bool { properties[model.sqlFolded] != nil }

    /// Returns the properties of a class, including inherited ones.
    func properties(of model: String) -> [Property] { properties[model.sqlFolded] ?? [] }

    func property(_ name: String, of model: String) -> Property? {
        properties(of: model).first { $0.name.isSame(inSQL: name) }
    }

    /// Returns the superclass of a model.
    func superclass(of model: String) -> String? { superclasses[model.sqlFolded] }

    /// Returns the name of the table with a model's records, which is the root class of the model's
    /// hierarchy.
    func table(of model: String) -> String { superclass(of: model).map(table) ?? model }

    /// Returns the topmost class in a model's hierarchy that has a property.
    func declaring(_ property: String, of model: String) -> String {
        guard let superclass = superclass(of: model), self.property(property, of: superclass) != nil else {
            return model
        }
        return declaring(property, of: superclass)
    }
}

extension StringProtocol {
    /// The text with `A` to `Z` in lower case. SQL ignores case in names.
    var sqlFolded: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    /// Returns whether SQL considers two names equal.
    func isSame(inSQL other: some StringProtocol) -> Bool { sqlFolded == other.sqlFolded }
}
