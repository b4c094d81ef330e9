import Formats
import Foundation
import Localization
import Suite

/// Reads itour's JSON exports, GeoJSON and answers of the Overpass API, element by element.
struct JSONSource: TripSource {
    private let path: String
    private let language: Language
    private var reader: JSONElementReader
    private var waiting: [TripFileItem] = []
    private var isKnown = false
    /// Whether itour wrote the file. Only its exports have trips and rates.
    private var isExport = false
    /// The members of the outermost object. They are needed if the file is a single GeoJSON feature instead
    /// of a collection.
    private var members: [String: [UInt8]] = [:]
    private let decoder = JSONValueDecoder()

    var countsLines: Bool { false }

    init(path: String, language: Language, read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.language = language
        reader = JSONElementReader(
            lists: ["destinations", "features", "elements", "trips", "rates"], read: read)
    }

    mutating func next() throws -> TripFileItem? {
        while true {
            if let item = waiting.popLast() { return item }
            let part: JSONElementReader.Part?
            do {
                part = try reader.next()
            } catch let error as JSONElementError {
                throw TripFileError(error, path: path, in: reader)
            }
            switch part {
            case nil:
                if !isKnown, let item = try singleFeature() { return item }
                guard isKnown else { throw TripFileError.unknownJSON(path: path) }
                return nil
            case .member(let key, let bytes):
                try take(member: key, bytes)
            case .element(let key, let number, let bytes):
                waiting = try items(ofElement: number, in: key, bytes).reversed()
            }
        }
    }

    private mutating func take(member key: String, _ bytes: [UInt8]) throws {
        switch key {
        case "format":
            isExport = (try? decoder.decode(String.self, from: JSONDocument(bytes))) == "itour"
            if isExport { isKnown = true }
        case "version":
            if let version = try? decoder.decode(Int.self, from: JSONDocument(bytes)), version > 1 {
                throw TripFileError.newerFormat(path: path)
            }
        case "type", "geometry", "properties", "id":
            members[key] = bytes
        default:
            // The values of unknown members aren't used, but they must be valid JSON.
            try checkValue(bytes)
        }
    }

    private func checkValue(_ bytes: [UInt8]) throws {
        do throws(JSONProblem) {
            _ = try JSONDocument(bytes)
        } catch {
            throw malformed(error, bytes)
        }
    }

    /// Returns an error with the position of a problem in the value that was read last.
    private func malformed(_ problem: JSONProblem, _ bytes: [UInt8]) -> TripFileError {
        let (line, expected) = reader.place(of: problem, in: bytes)
        return .jsonMalformed(path: path, line: line, expected: expected)
    }

    private mutating func items(
        ofElement number: Int, in key: String?, _ bytes: [UInt8]
    ) throws -> [TripFileItem] {
        let document: JSONDocument
        do throws(JSONProblem) {
            document = try JSONDocument(bytes)
        } catch .repeatedKey(let key, _) {
            return [.skipped(position: number, reason: ItemProblem.wrongKind(key: key).reason)]
        } catch {
            throw malformed(error, bytes)
        }
        do {
            switch key {
            case "features":
                isKnown = true
                let feature = try decoder.decode(GeoJSONFeature.self, from: document)
                return [try feature.item(position: number, language: language)]
            case "elements":
                isKnown = true
                let element = try decoder.decode(OverpassElement.self, from: document)
                return [try element.item(position: number, language: language)]
            case "trips", "rates":
                guard isExport else { return [] }
                return try planItems(ofElement: number, in: key ?? "", document)
            default:
                // Also accept a list of destinations without the surrounding object.
                let trip = try decoder.decode(ExportedTrip.self, from: document)
                isKnown = true
                return try trip.items(position: number)
            }
        } catch let problem as ItemProblem {
            return [.skipped(position: number, reason: problem.reason)]
        } catch let problem as JSONProblem {
            if key == nil, !isKnown { throw TripFileError.unknownJSON(path: path) }
            if key != nil { isKnown = true }
            return [.skipped(position: number, reason: ItemProblem.wrongKind(key: problem.key).reason)]
        }
    }

    /// Returns the items of a trip or a rate.
    private func planItems(
        ofElement number: Int, in list: String, _ document: JSONDocument
    ) throws -> [TripFileItem] {
        let reason: LocalizedText
        do {
            if list == "rates" {
                return [.rate(try decoder.decode(ExportedRate.self, from: document).imported())]
            }
            return try decoder.decode(ExportedItinerary.self, from: document).items(position: number)
        } catch let problem as ItemProblem {
            reason = problem.reason
        } catch let problem as JSONProblem {
            reason = ItemProblem.wrongKind(key: problem.key).reason
        }
        return [.skipped(position: number, reason: ItemProblem.element(list: list, reason: reason).reason)]
    }

    /// Returns the item of a file that is a single GeoJSON feature instead of a collection; `nil` for other
    /// files.
    private mutating func singleFeature() throws -> TripFileItem? {
        guard let type = members["type"], let geometry = members["geometry"] else { return nil }
        var object = Array("{\"type\":".utf8) + type + Array(",\"geometry\":".utf8) + geometry
        for key in ["properties", "id"] {
            if let value = members[key] { object += Array(",\"\(key)\":".utf8) + value }
        }
        object.append(UInt8(ascii: "}"))
        isKnown = true
        return try items(ofElement: 1, in: "features", object).first
    }
}

extension JSONProblem {
    /// The key path of the invalid value.
    var key: String {
        switch self {
        case .missing(let path, _), .mismatch(let path, _, _):
            // The message already contains the element's number.
            String(path.description(root: "").drop { $0 == "." })
        case .repeatedKey(let key, _): key
        case .syntax, .tooDeep, .tooLong: ""
        }
    }
}
