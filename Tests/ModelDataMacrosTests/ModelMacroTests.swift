import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ModelDataMacros

/// The macros by the names that sources use.
private let macros: [String: MacroSpec] = [
    "Model": MacroSpec(type: ModelMacro.self, conformances: ["PersistentModel"]),
    "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
    "Attribute": MacroSpec(type: AttributeMacro.self),
    "Relationship": MacroSpec(type: RelationshipMacro.self),
    "Transient": MacroSpec(type: TransientMacro.self),
]

/// Expands a source and compares what comes out and what is reported.
private func expand(
    _ source: String, into expected: String, diagnostics: [DiagnosticSpec] = [],
    _ location: Testing.SourceLocation = #_sourceLocation
) {
    assertMacroExpansion(
        source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: macros,
        failureHandler: { failure in
            Issue.record("\(failure.message)", sourceLocation: location)
        })
}

@Suite("Diagnostics of the macros")
struct DiagnosticTests {
    @Test("A structure can't be a model")
    func structure() {
        expand(
            """
            @Model
            struct Book {
            }
            """,
            into: """
                struct Book {
                }
                """,
            diagnostics: [
                DiagnosticSpec(message: "'@Model' can only be applied to a class", line: 1, column: 1)
            ])
    }

    @Test("A generic class can't be a model")
    func generic() {
        expand(
            """
            @Model
            final class Box<T> {
            }
            """,
            into: """
                final class Box<T> {
                }

                extension Box: ModelData.PersistentModel {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "'@Model' can't be applied to the generic class 'Box'", line: 2, column: 13)
            ])
    }

    @Test("A property whose type can't be seen needs an annotation, reported at its name")
    func missingType() {
        expand(
            """
            @Model
            final class Book {
                var title = makeTitle()
            }
            """,
            into: """
                final class Book {
                    var title = makeTitle()
                }

                extension Book: ModelData.PersistentModel {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "the type of 'title' can't be seen in its initial value; write it: "
                        + "'var title: Type = …'",
                    line: 3, column: 9)
            ])
    }

    @Test("A weak property can't be persisted")
    func weak() {
        expand(
            """
            @Model
            final class Book {
                weak var owner: Owner?
            }
            """,
            into: """
                final class Book {
                    weak var owner: Owner?
                }

                extension Book: ModelData.PersistentModel {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "'owner' can't be persisted, since it is 'weak'; mark it '@Transient'", line: 3,
                    column: 5)
            ])
    }

    @Test("A transient property needs a value of its own")
    func transient() {
        expand(
            """
            final class Book {
                @Transient var isOpen: Bool
                @Transient var note: String?
                @Transient var count = 0
            }
            """,
            into: """
                final class Book {
                    var isOpen: Bool
                    var note: String?
                    var count = 0
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message:
                        "the transient property 'isOpen' needs an initial value, since no store holds one",
                    line: 2, column: 5)
            ])
    }

    @Test("An attribute belongs on a stored property")
    func attribute() {
        expand(
            """
            final class Book {
                @Attribute(.unique) var line: String { "" }
                @Attribute func read() {}
                @Attribute lazy var area = 1
            }
            """,
            into: """
                final class Book {
                    var line: String { "" }
                    func read() {}
                    lazy var area = 1
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "'@Attribute' can only be applied to a stored property", line: 2, column: 5),
                DiagnosticSpec(
                    message: "'@Attribute' can only be applied to a stored property", line: 3, column: 5),
                DiagnosticSpec(
                    message: "the lazy property 'area' is never persisted, so it can't have an attribute",
                    line: 4, column: 5),
            ])
    }

    @Test("A relationship is refused by its name")
    func relationship() {
        expand(
            """
            final class Book {
                @Relationship var quotes: [Quote]
            }
            """,
            into: """
                final class Book {
                    var quotes: [Quote]
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "relationships are not supported: 'quotes' can't be persisted", line: 2,
                    column: 5)
            ])
    }

    @Test("Two properties in one declaration are refused")
    func several() {
        expand(
            """
            @Model
            final class Book {
                var first = 1, second = 2
            }
            """,
            into: """
                final class Book {
                    var first = 1, second = 2
                }

                extension Book: ModelData.PersistentModel {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "declare each persisted property of a model in a 'var' of its own", line: 3,
                    column: 5)
            ])
    }

    @Test("A property in the way of a column's storage is refused")
    func storageName() {
        expand(
            """
            @Model
            final class Book {
                @Transient var _title = ""
                var title: String { "" }
                var author: String
                var _author: String { "" }
            }
            """,
            into: """
                final class Book {
                    var _title = ""
                    var title: String { "" }
                    var author: String {
                        @storageRestrictions(initializes: _author)
                        init(initialValue) {
                            _author = initialValue
                        }
                        get {
                            _$state.access(self, \\.author)
                            return _author
                        }
                        set {
                            if ModelData._codec(String.self).same(_author, newValue) {
                                return
                            }
                            _$state.willChange(self, \\.author, column: 0) {
                                try ModelData._codec(String.self).stored(_author)
                            }
                            _author = newValue
                            _$state.didChange(self, \\.author)
                        }
                        _modify {
                            _$state.access(self, \\.author)
                            _$state.willChange(self, \\.author, column: 0) {
                                try ModelData._codec(String.self).stored(_author)
                            }
                            defer {
                                _$state.didChange(self, \\.author)
                            }
                            yield &_author
                        }
                    }

                    private var _author: String
                    var _author: String { "" }
                }

                extension Book: ModelData.PersistentModel {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "'_author' is the name of the storage that '@Model' makes for 'author'; "
                        + "rename this one",
                    line: 5, column: 9)
            ])
    }
}
