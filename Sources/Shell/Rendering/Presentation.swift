import Localization

/// What the rendering of an output depends on besides the output itself.
public struct Presentation: Sendable {
    /// The format.
    public var format: OutputFormat
    /// The columns there are, or `nil` where lines may be as long as they are.
    public var width: Int?
    /// The person's language.
    public var localizer: Localizer
    /// Whether headings and warnings stand out by colour and weight.
    public var usesColor: Bool
    /// Whether what reads the output understands more than ASCII.
    public var usesUnicode: Bool

    /// Makes a presentation.
    public init(
        format: OutputFormat, width: Int? = nil, localizer: Localizer, usesColor: Bool = false,
        usesUnicode: Bool = true
    ) {
        self.format = format
        self.width = width
        self.localizer = localizer
        self.usesColor = usesColor
        self.usesUnicode = usesUnicode
    }
}
