import Localization
import ModelData
import Shell

extension StoreSession {
    /// What is open in the program, the outermost first. The prompt shows it, and `back` leaves the innermost.
    public var openPlaces: [OpenPlace] { openPath.places }

    /// Opens a record inside what is open.
    ///
    /// ```swift
    /// session.open(mission, at: 0)    // moonshot / Apollo 11>
    /// session.open(astronaut, at: 1)  // moonshot / Apollo 11 / Neil A. Armstrong>
    /// ```
    ///
    /// - Parameters:
    ///   - record: The record. It may be new, and is left again where the command fails.
    ///   - level: How many places stay open around it; what is open further inside is left. All stay where it isn't
    ///     given.
    public func open<Model: TitledModel>(_ record: Model, at level: Int? = nil) {
        open(OpenPlace(record), at: level)
    }

    /// Opens something inside what is open.
    ///
    /// - Parameters:
    ///   - place: What is opened.
    ///   - level: How many places stay open around it; all where it isn't given.
    public func open(_ place: OpenPlace, at level: Int? = nil) {
        openPath.places = Array(openPath.places.prefix(level ?? .max)) + [place]
    }

    /// Leaves the innermost of what is open, and returns it; `nil` where nothing is open.
    @discardableResult
    public func leave() -> OpenPlace? {
        openPath.places.popLast()
    }

    /// Leaves everything, or what is open inside so many places.
    ///
    /// - Parameter level: How many places stay open.
    public func leaveAll(inside level: Int = 0) {
        openPath.places = Array(openPath.places.prefix(level))
    }

    /// The innermost open record of a model; `nil` where none is open.
    public func opened<Model: TitledModel>(_ type: Model.Type) throws -> Model? {
        for place in openPath.places.reversed() {
            if let record = try place.model(in: context) as? Model { return record }
        }
        return nil
    }

    /// The record that a person names, or else the open one.
    ///
    /// ```swift
    /// static let issue = Parameter.optional("issue", .issue, help: text("The issue; the open one unless it is named."))
    /// // in run: let issue = try session.record(try invocation[Self.issue], orOpen: Issue.self)
    /// ```
    ///
    /// - Throws: ``RecordError``, and ``NothingOpen`` where none is named and none is open.
    public func record<Model: TitledModel>(
        _ reference: RecordReference?, orOpen type: Model.Type
    ) throws -> Model {
        if let reference { return try record(reference, in: type) }
        if let record = try opened(type) { return record }
        guard let title = openPath.deletedElsewhere.last else { throw nothingOpen }
        _ = openPath.takeNotices()
        throw DeletedElsewhere(title: title, opening: nothingOpen.remedy)
    }

    /// The titles of what is open, for the prompt.
    var openTitles: [String] {
        openPath.places.map { $0.title(localizer) }
    }

    /// Leaves records that were deleted or undone, with what is open inside them, and says so.
    func leaveWhatIsGone(becauseOfOthers: Bool = false) -> [LocalizedText] {
        guard let index = openPath.places.firstIndex(where: { $0.isGone(from: context) }) else { return [] }
        let title = openPath.places[index].title(localizer)
        leaveAll(inside: index)
        guard becauseOfOthers else { return [text("“%@” isn't there any more and was left.", title)] }
        openPath.deletedElsewhere.append(title)
        return [text("“%@” was open here; another process has deleted it.", title)]
    }
}
