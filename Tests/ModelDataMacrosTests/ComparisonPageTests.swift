import Foundation
import TestSupport
import Testing

/// The page “Coming from SwiftData”: each row of its tables is a promise that a test keeps.
@Suite("The comparison with SwiftData")
struct ComparisonPageTests {
    /// The tests of a row, by the beginning of the row's first cell.
    private static let tests: KeyValuePairs<String, [String]> = [
        // The same
        "`@Model`; `@Attribute` with": [
            "Models compile in every form of class",
            "Attributes on what isn't a stored property have no effect",
            "Conditions around properties are kept", "A transformer makes any type storable",
            "An ephemeral property is observed but not stored",
            "Large data is stored in a file beside the store, small data in the store",
        ],
        "`@Relationship` with `deleteRule:`": [
            "Relationships compile in every form, argument and nesting that SwiftData accepts",
            "A save refuses relationship counts out of bounds and names the numbers",
            "Nullify removes the relationship and keeps the object",
        ],
        "`@Transient`, `#Unique`, `#Index`": [
            "A group of properties can be unique", "Indexes of all kinds are stored",
            "Models compile in every form of class",
        ],
        "`ModelContainer(for:migrationPlan:configurations:)`": [
            "A store of the first version is migrated to the third in one run",
            "Erasing deletes all records, history and files, and every live context notices",
            "An in-memory store is erased, but a store that doesn't allow saving isn't",
            "The container of a main context has that context, even if the first container is gone",
        ],
        "`ModelConfiguration`: name": [
            "Configurations keep their arguments and have no group or cloud container",
            "Each configuration stores its own models", "The user's folders follow the XDG specifications",
            "A configuration that doesn't allow saving reads but doesn't write",
            "A thrown error is caught by its name in SwiftData",
        ],
        "`Schema`, `Schema.Entity`": [
            "An entity lists its attributes and relationships in declaration order",
            "The schema contains names, types and options", "An entity is described by hand",
            "A schema is saved to a file and read back, and opens a container",
            "Unique groups and indexes are encoded by the names of their properties",
        ],
        "a schema that was made by hand": [
            "A changed entity no longer fits its class, and the error names the property",
            "An entity is described by hand",
        ],
        "`ModelContext`: `insert`": [
            "The arrays list exactly the inserted, changed and deleted objects",
            "A rollback restores the values of changed objects",
            "A transaction that throws leaves no changes",
            "A deleted object stays in its owners' arrays until pending changes are processed",
            "Deleting by a predicate can include or exclude subclasses",
            "Transactions report the author and the changes, with the preserved values",
            "Only the main context saves automatically by default",
        ],
        "`fetch`, `fetch(_:batchSize:)`": [
            "Objects are created on access, one batch at a time, and released",
            "Batches respect limits, offsets, unsaved deletions and identifier fetches",
            "Enumeration visits all objects without keeping them",
            "Identifiers become permanent with the save, and can be encoded",
        ],
        "`FetchDescriptor`: `predicate`": [
            "Descriptors are equal if all their parts are",
            "A fetch includes unsaved objects, in order and within limits",
            "A fetch with an offset returns the remaining objects, saved or not",
            "Only the selected properties are read, and accessing another one reads all the rest",
            "Prefetched relationships are read without another query",
            "Unsaved deletions are ignored if pending changes aren't included",
        ],
        "`#Predicate`, `SortDescriptor`": [
            "Every form of #Predicate is supported, by SQL or in memory",
            "A fetch is sorted by any comparable property in both directions, then by record number",
        ],
        "`ModelContext.willSave`, `.didSave`": [
            "A save reports exactly the records that it inserted, changed and deleted",
            "Changes made by an observer of the willSave notification are saved",
        ],
        "`PersistentModel`: `persistentModelID`": ["Values are read and set by key paths, as in SwiftData"],
        "`PersistentIdentifier`: `Codable`": [
            "Identifiers become permanent with the save, and can be encoded",
            "Identifiers are ordered by model and record",
            "Identifiers and configurations have the members that programs use",
        ],
        "an identifier that is read before": [
            "The insertion and the first save each replace an object's identifier"
        ],
        "`@ModelActor`, `ModelActor`": [
            "Transformers and model actors written for SwiftData compile",
            "An actor finds an object that another actor saved by its identifier",
        ],
        "models that inherit from models": [
            "Predicates test the class of a record",
            "Predicates use properties of a subclass if the record belongs to it",
            "A schema reports which model inherits from which",
        ],
        "`VersionedSchema`, `SchemaMigrationPlan`": [
            "Schema versions and a migration plan between them compile",
            "A store of the first version is migrated to the third in one run",
        ],
        "custom stores: `DataStore`": [
            "Objects are inserted into a JSON file, fetched, changed and deleted",
            "Keys of several types make identifiers",
            "A custom store can pass its requests on to a store in SQLite",
        ],
        "`SwiftDataError` with its constants": [
            "A pattern matches the errors that it stands for, and no others",
            "Errors are matched by SwiftData's names",
        ],
        "`@Observable`, `withObservationTracking`": ["Observation needs no import of its own"],
        "`HistoryDescriptor`, `fetchHistory`": [
            "Transactions report the author and the changes, with the preserved values",
            "A token finds all later transactions, also after it was encoded",
            "Transactions and changes are hashable and name no process",
            "Encoded tokens include all stores, and a token of one store returns the other's full history",
            "Old history is deleted by date except the latest transactions, and a limit deletes the oldest",
        ],
        "`UndoManager`, `String.StandardComparator": [
            "Changes, insertions and deletions are undone and redone, saved or not",
            "A text is sorted as a user expects, and found by a part without accents",
            "The user's folders follow the XDG specifications",
            "Elements are removed and moved by their offsets",
        ],
        // Improvements
        "reading the object that `model(for:)`": [
            "The object of a record that is gone has a class without properties",
            "Objects stay readable after a reset of their context",
        ],
        "it is undocumented which contexts see": [
            "Objects of the main context change without a fetch, and observers see it"
        ],
        "to-many relationships are unordered": [
            "A new context reads another context's saved relationships in order"
        ],
        "each migration stage is separate": [
            "A failed stage is named with its versions, and the store stays unchanged",
            "A copy of the old store is kept beside it, unless copies are disabled",
        ],
        "custom stages don't work": [
            "A store without a version is recognized by its tables",
            "A store whose tables are older than its version is migrated to that version first",
        ],
        "a predicate that can't be translated": [
            "Conditions that SQL can't evaluate are filtered in memory after the others",
            "A predicate that fails for a stored object throws an error that names the object",
        ],
        "unique values, limits and deletions": [
            "A new object with the unique values of a record updates the record",
            "Predicates and orders are evaluated in memory if the store asks for it",
            "Unsaved changes are included",
        ],
        "it is undocumented what a custom store's": [
            "A save refuses identifiers of other stores and models, missing and repeated ones"
        ],
        "errors without details": [
            "Values that can't be stored are refused by name, and the rest can be saved afterwards"
        ],
        "one unreadable record": ["All readable records are fetched, and the unreadable ones are named"],
        "reading a relationship that can't be loaded": [
            "An unreadable relationship is empty, reported once and read again later",
            "A save is refused after a relationship couldn't be read",
        ],
        "reading a relationship after the context": [
            "Relationships that weren't read before the context was deallocated are read from the store",
            "Objects that are read without their context are released with the program's references",
            "A read that fails without the context is reported to the next context",
        ],
        "it is undocumented when a context": [
            "The main context saves automatically after a pause",
            "A model actor saves when its work suspends or ends, once for each part",
            "Another context saves each change before the call returns",
        ],
        "undo in memory": ["Undo works after a restart of the program"],
        "a duplicate always updates": ["The merge policy decides which values a duplicate leaves"],
        "it is undocumented what happens to an object": [
            "The alias and the canonical object always have the same values"
        ],
        "`SwiftDataError.historyTokenExpired`": [
            "A token before deleted transactions is refused, the last deleted transaction's token isn't"
        ],
        "conflicting saves": [
            "Unsaved changes are kept and merged with external changes",
            "Links that two contexts add and remove in one list are merged",
        ],
        "a save to several stores": [
            "If the second commit fails, the first is reverted, and the save can be repeated",
            "If a process ends between two commits, the next process to open the stores undoes both parts",
        ],
        "an unreadable batch of a fetch": [
            "An unreadable record is named in the error, and the rest of its batch can be read"
        ],
        "the store's tables are undocumented": ["A store contains its models as plain tables"],
        // Not available
        "SwiftUI's `@Query`": ["Results end with the last state that other contexts committed"],
        "CloudKit;": [
            "Configurations keep their arguments and have no group or cloud container",
            "Models compile in every form of class",
        ],
        "app groups;": ["Configurations keep their arguments and have no group or cloud container"],
        "Spotlight;": [
            "Models compile in every form of class",
            "A text is sorted as a user expects, and found by a part without accents",
        ],
        "a `let` whose initial value": [
            "A constant whose value differs per object gets a warning at its keyword"
        ],
        "`DataStoreBatching` and `HistoryProviding`": [
            "Unsaved changes are included", "Properties that a snapshot leaves out keep their default values",
        ],
        "`Schema.PropertyMetadata(name:": ["Models compile in every form of class"],
        "the process and bundle": ["Transactions and changes are hashable and name no process"],
        // What replaces it is an example of an article.
        "sharing a store with Core Data": [
            "The blocks of a page compile as they are printed, one after another"
        ],
        "renaming a model": ["A model is renamed by a stage that copies its records"],
    ]

    private static func rows() throws -> [String] {
        let page = DocumentationTests.catalogue.appending(path: "ComingFromSwiftData.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| SwiftData |") }
            .map { String($0.dropFirst(2)) }
    }

    @Test func `Every row of the page has tests, and every entry here has a row`() throws {
        let rows = try Self.rows()
        #expect(rows.count > 40)
        for row in rows {
            let entries = Self.tests.filter { row.hasPrefix($0.key) }
            #expect(entries.count == 1 && entries[0].value != [], "\(row.prefix(60))")
        }
        for entry in Self.tests {
            #expect(rows.contains { $0.hasPrefix(entry.key) }, "\(entry.key)")
        }
    }

    @Test func `The tests of the rows exist`() throws {
        let tests = DocumentationTests.package.appending(path: "Tests")
        var names: Set<Substring> = []
        for folder in ["ModelDataTests", "ModelDataMacrosTests"] {
            let url = tests.appending(path: folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
            where path.hasSuffix(".swift") {
                let text = try String(contentsOf: url.appending(path: path), encoding: .utf8)
                names.formUnion(text.matches(of: #/func `([^`]+)`/#).map(\.1))
            }
        }
        for name in Self.tests.flatMap(\.value) {
            #expect(names.contains(name[...]), "\(name)")
        }
    }
}
