import SwiftSyntax

/// A stored property of a model, read from its declaration.
struct PersistedProperty {
    let name: String
    /// The declared type, or the type that the syntax of the initial value shows; nil if neither says it.
    let type: String?
    let initialValue: ExprSyntax?
    let isConstant: Bool
    let attribute: AttributeSyntax?
    let relationship: AttributeSyntax?
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax

    /// The name of the stored property that holds the value.
    var storageName: String { isConstant ? quotedName : "_\(name)" }

    /// The name as written in the source, with backticks if it is a keyword.
    var quotedName: String {
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text ?? name
    }

    /// Reads a declaration; nil if it isn't a stored property of an instance.
    init?(_ declaration: VariableDeclSyntax) {
        guard let binding = declaration.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else { return nil }
        let modifiers = declaration.modifiers.map(\.name.text)
        // An overriding property has no storage; it uses the column of the property that it overrides.
        guard !["static", "class", "lazy", "override"].contains(where: modifiers.contains),
            !binding.isComputed
        else { return nil }
        self.declaration = declaration
        self.binding = binding
        let attribute = declaration.attribute(named: "Attribute")
        self.attribute = attribute
        name = pattern.identifier.text.trimmingBackticks
        isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        initialValue = binding.initializer?.value
        if let annotation = binding.typeAnnotation {
            // `T!` is stored as `T?`.
            if let implicit = annotation.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                type = "\(implicit.wrappedType.written)?"
            } else {
                type = annotation.type.written
            }
        } else {
            let needsName = attribute?.determinesStorage == true
            type = binding.initializer.flatMap { initializer in
                inferredType(of: initializer.value)
                    ?? (needsName ? namedType(of: initializer.value) : nil)
            }
        }
        relationship = declaration.attribute(named: "Relationship")
    }

    /// Whether only the compiler knows the type: the initial value is an expression such as `UUID().uuidString`.
    /// The generated storage then has no type annotation, and a closure that reads it selects the codec.
    var isTypedByCompiler: Bool { type == nil && initialValue != nil && !hasCustomStorage }

    /// The modifier `weak` or `unowned`, which persisted properties can't have.
    var ownership: String? {
        declaration.modifiers.map(\.name.text).first { $0 == "weak" || $0 == "unowned" }
    }
}

extension VariableDeclSyntax {
    /// Returns the declaration's attribute of this name, also if it is qualified with the module name.
    func attribute(named name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in attributes {
            let type = attribute.attributeName
            let written = type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name
            if written?.text == name { return attribute }
        }
        return nil
    }
}

extension TypeSyntax {
    /// The type as it is written. For a single name, this is much faster than `trimmedDescription`, which copies the node.
    fileprivate var written: String {
        guard let single = self.as(IdentifierTypeSyntax.self), single.genericArgumentClause == nil else {
            return trimmedDescription
        }
        return single.name.text
    }
}

extension PatternBindingSyntax {
    /// Whether the property is computed. A property that has only `willSet` or `didSet` isn't computed.
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

extension PersistedProperty {
    /// The names of types that can't be models.
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

    /// Whether the type may be a model, judging by its name.
    var mayBeRelationship: Bool {
        if hasCustomStorage { return false }
        var bare = bareType
        while bare.hasSuffix("?") || bare.hasSuffix("]") { bare = bare.dropLast() }
        while bare.hasPrefix("[") { bare = bare.dropFirst() }
        return !Self.values.contains(String(bare)) && !bare.contains(":")
    }

    /// Whether the type is a dictionary.
    var isDictionary: Bool { !hasCustomStorage && bareType.contains(":") }

    /// Whether the property is an array whose elements may be models, judging by its name. Property observers need the
    /// old list, so it can't be moved out of their storage.
    var isList: Bool { mayBeRelationship && !hasObservers && bareType.hasPrefix("[") }

    /// Whether the property has a `willSet` or a `didSet`.
    var hasObservers: Bool { binding.accessorBlock != nil }

    /// Whether the property may be a required to-one relationship. Its storage is then a `Slot`, which is
    /// empty until the related object is loaded.
    var isSlotted: Bool {
        // `Desk()` may create a model, although only the compiler knows the type.
        let named = isTypedByCompiler ? initialValue.flatMap { namedType(of: $0) } : nil
        guard type != nil || named != nil else { return false }
        let bare = named.map { Substring($0) } ?? bareType
        if isConstant || !mayBeRelationship || bare.hasSuffix("?") || bare.hasPrefix("[") { return false }
        if isEphemeral { return false }
        // Property observers use the storage's old value (`oldValue`), so the storage must have the
        // property's type.
        if hasObservers { return false }
        let generic = bare.prefix { $0 != "<" }
        return !["Optional", "Array", "Set", "Dictionary"].contains(generic)
    }

    /// The type annotation of the storage, with its colon; empty if the compiler infers the type.
    var storageAnnotation: String {
        guard let type else { return "" }
        return isSlotted ? ": _$ModelData.Slot<\(type)>" : ": \(type)"
    }

    /// The generated expression for the codec of a property whose options don't select a codec.
    var plainCodec: String {
        let codec =
            isTypedByCompiler
            ? "_$codec(of: { (model: Self) in model.\(storageName)\(isSlotted ? ".value" : "") })"
            : "_$codec(\(metatype))"
        return isConstant && (mayBeRelationship || isDictionary) ? "_$constantCodec(\(codec))" : codec
    }
}
