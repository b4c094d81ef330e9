import Formats
import Localization

/// Reads the objects of a JSON array in a format.
public struct ListSource<Format: EntryFormat>: ImportSource {
    /// The format and the names that it knows; `nil` before the first object.
    private var format: (format: Format, names: FieldNames)?
    private let makeFormat: (inout FieldNames) -> Format
    private let path: String
    private let isArray: Bool
    /// Whether the values of the outermost object are elements, too.
    private let takesMembers: Bool
    /// The number of the members so far.
    private var members = 0
    private let kind: ImportFileKind
    private let today: CivilDate?
    private var reader: JSONElementReader
    /// The rows before the first object that has all needed fields.
    private var pendingRows: [ImportRow<Format.Entry>] = []
    private var isRecognized = false
    /// The keys of the first object, by which the program that wrote the list is recognized.
    private var firstKeys: Set<String>?
    private var unknown: Set<String> = []

    /// The maximum number of leading elements that lack needed fields. Then another program wrote the file.
    private static var maximumPendingRows: Int { 1000 }

    /// `false`: positions are numbers of elements.
    public var countsLines: Bool { false }
    /// The unknown keys with values so far, sorted.
    public var unknownFields: [String] { unknown.sorted() }

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - format: The format of the list.
    ///   - start: The file, in JSON.
    ///   - path: The file's path, for errors.
    ///   - kind: What the program imports, for errors.
    ///   - takesMembers: Whether the file may also be an object whose values are the elements. Default: `false`.
    ///   - makeFormat: Makes the format when the first object is read. Default: `Format.init`.
    public init(
        _ format: Format.Type, _ start: TextFileStart, path: String, kind: ImportFileKind,
        takesMembers: Bool = false, makeFormat: @escaping (inout FieldNames) -> Format = { Format(&$0) }
    ) {
        self.makeFormat = makeFormat
        self.path = path
        self.kind = kind
        self.takesMembers = takesMembers
        today = start.today
        isArray = start.first == UInt8(ascii: "[")
        reader = JSONElementReader(lists: [], read: start.read)
    }

    /// Returns the next row, or `nil` at the end.
    ///
    /// - Throws: ``ImportFileError`` if the file isn't a list of this format, and reading errors.
    public mutating func next() throws -> ImportRow<Format.Entry>? {
        while true {
            if isRecognized, !pendingRows.isEmpty { return pendingRows.removeFirst() }
            switch try part() {
            case .element(_, let number, let bytes):
                if let row = try recognized(number, bytes) { return row }
            case .member(_, let bytes) where takesMembers:
                members += 1
                if let row = try recognized(members, bytes) { return row }
            // If the content isn't an array, read it to its end, so that invalid JSON causes a syntax error.
            case .member(let key, _): firstKeys = (firstKeys ?? []).union([key])
            case nil:
                // If no element has the needed fields, another program wrote the file.
                guard isArray || members > 0, pendingRows.isEmpty else { throw foreign }
                return nil
            }
        }
    }

    /// Returns the row of an element; `nil` if the list isn't recognized yet.
    private mutating func recognized(_ number: Int, _ bytes: [UInt8]) throws -> ImportRow<Format.Entry>? {
        let row = try row(number, bytes)
        if isRecognized, pendingRows.isEmpty { return row }
        pendingRows.append(row)
        if isRecognized { return pendingRows.removeFirst() }
        if pendingRows.count > Self.maximumPendingRows { throw foreign }
        return nil
    }

    private var foreign: ImportFileError { kind.foreignList(keys: firstKeys ?? [], path: path) }

    private mutating func row(_ number: Int, _ bytes: [UInt8]) throws -> ImportRow<Format.Entry> {
        let object: JSONView
        do throws(JSONProblem) {
            object = JSONView(try JSONDocument(bytes))
        } catch .repeatedKey(let key, _) {
            return ImportRow(skipped: SkippedEntry(text("the key “%@” occurs twice", key)), at: number)
        } catch {
            throw kind.invalidJSON(reader.problem(error, in: bytes), path: path)
        }
        guard object.isObject else { return ImportRow(skipped: .notAnObject, at: number) }
        var fields = EntryFields(object, today: today)
        let format = note(fields)
        do throws(SkippedEntry) {
            let entry = try format.entry(&fields)
            return ImportRow(entry, at: number, problems: fields.problems)
        } catch {
            return ImportRow(skipped: error, at: number)
        }
    }

    /// Notes the keys of an object, and returns the format.
    private mutating func note(_ fields: EntryFields) -> Format {
        if !isRecognized {
            var keys: Set<String> = []
            fields.forEachName { keys.insert($0) }
            firstKeys = firstKeys ?? keys
            isRecognized = Format.isRecognized(by: keys)
        }
        let made: (format: Format, names: FieldNames)
        if let format {
            made = format
        } else {
            var names = FieldNames(firstKeys: firstKeys ?? [])
            let new = makeFormat(&names)
            made = (new, names)
            format = made
        }
        fields.forEachName { if !made.names.isKnown($0) { unknown.insert($0) } }
        return made.format
    }

    private mutating func part() throws -> JSONElementReader.Part? {
        do {
            return try reader.next()
        } catch let error as JSONElementError {
            throw kind.invalidJSON(error, in: reader, path: path)
        }
    }
}
