import SwiftSyntax

/// What the macros know of one stored property of a model.
struct PersistedProperty {
    let name: String
    /// The declared type, or the one its initial value shows; nil when neither can be read.
    let type: String?
    let initialValue: ExprSyntax?
    let isConstant: Bool
    let attribute: AttributeSyntax?
    let relationship: AttributeSyntax?
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax

    /// The name of the stored property that holds the value.
    var storageName: String { isConstant ? quotedName : "_\(name)" }

    /// The name as it is written in source, with the backticks that a keyword needs.
    var quotedName: String {
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text ?? name
    }

    /// Reads a declaration; nil when it is no stored property of an instance.
    init?(_ declaration: VariableDeclSyntax) {
        guard let binding = declaration.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else { return nil }
        let modifiers = declaration.modifiers.map(\.name.text)
        // What overrides a property has the storage, and the column, of the one that it overrides.
        guard !["static", "class", "lazy", "override"].contains(where: modifiers.contains),
            !binding.isComputed
        else { return nil }
        self.declaration = declaration
        self.binding = binding
        name = pattern.identifier.text.trimmingBackticks
        isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        initialValue = binding.initializer?.value
        if let annotation = binding.typeAnnotation {
            let type = annotation.type.trimmed
            // `T!` is stored as the optional it is.
            if let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                self.type = "\(implicit.wrappedType.trimmedDescription)?"
            } else {
                self.type = type.trimmedDescription
            }
        } else {
            type = binding.initializer.flatMap { inferredType(of: $0.value) }
        }
        attribute = declaration.attribute(named: "Attribute")
        relationship = declaration.attribute(named: "Relationship")
    }

    /// `weak` or `unowned`, which no stored column can mean.
    var ownership: String? {
        declaration.modifiers.map(\.name.text).first { $0 == "weak" || $0 == "unowned" }
    }
}

extension VariableDeclSyntax {
    /// The attribute of this name on the declaration, with or without the module's name before it.
    func attribute(named name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in attributes {
            let written = attribute.attributeName.trimmedDescription
            if written == name || written.hasSuffix(".\(name)") { return attribute }
        }
        return nil
    }
}

extension PatternBindingSyntax {
    /// Whether the accessors make this a computed property; observers alone don't.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case .getter: true
        case .accessors(let accessors):
            accessors.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        case nil: false
        }
    }
}

extension String {
    var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }
}

/// The properties of a model that have a column, in the order of their declaration.
func persistedProperties(of members: MemberBlockItemListSyntax) -> [PersistedProperty] {
    members.flatMap { member -> [PersistedProperty] in
        if let condition = member.decl.as(IfConfigDeclSyntax.self) {
            // Only one branch is ever compiled, but which one a macro can't tell; the first stands for all.
            guard case .decls(let inner)? = condition.clauses.first?.elements else { return [] }
            return persistedProperties(of: inner)
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self),
            variable.attribute(named: "Transient") == nil,
            let property = PersistedProperty(variable), !property.isEphemeral
        else { return [] }
        return [property]
    }
}

extension PersistedProperty {
    /// The types that are known by their names to be values.
    private static let values: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Double", "Float", "Bool", "Date", "Data", "UUID", "URL", "Decimal",
    ]

    private var bareType: Substring {
        guard let type else { return "" }
        var bare = Substring(type)
        for module in ["Swift.", "Foundation."] where bare.hasPrefix(module) {
            bare = bare.dropFirst(module.count)
        }
        return bare
    }

    /// Whether the type's name leaves open whether it is a model.
    var mayBeRelationship: Bool {
        if isKeptSpecially { return false }
        var bare = bareType
        while bare.hasSuffix("?") || bare.hasSuffix("]") { bare = bare.dropLast() }
        while bare.hasPrefix("[") { bare = bare.dropFirst() }
        return !Self.values.contains(String(bare)) && !bare.contains(":")
    }

    /// Whether it has a `willSet` or a `didSet`; what is computed is no such property.
    var hasObservers: Bool { binding.accessorBlock != nil }

    /// Whether the storage must be able to be empty: for a model that must be there, until it is loaded.
    var isSlotted: Bool {
        let bare = bareType
        if isConstant || !mayBeRelationship || bare.hasSuffix("?") || bare.hasPrefix("[") { return false }
        if isEphemeral { return false }
        // Observers see the storage's old value, which must be of the property's own type.
        if hasObservers { return false }
        return !["Optional<", "Array<", "Set<", "Dictionary<"].contains { bare.hasPrefix($0) }
    }

    /// The type of the storage.
    var storageType: String? {
        guard let type else { return nil }
        return isSlotted ? "ModelData.Slot<\(type)>" : type
    }

    /// The codec as an expression.
    var plainCodec: String {
        isConstant && mayBeRelationship
            ? "ModelData._constantCodec(ModelData._codec(\(metatype)))" : "ModelData._codec(\(metatype))"
    }
}
