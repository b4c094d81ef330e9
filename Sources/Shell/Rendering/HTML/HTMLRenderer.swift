import Localization

/// Renders pages as HTML documents that contain everything they need: no script, no other file, no request.
struct HTMLRenderer {
    private let styler: TextStyler
    private var text = HTMLText()
    /// The number of drawings so far, for their identifiers.
    private var drawings = 0

    /// Returns the document.
    ///
    /// - Parameters:
    ///   - page: The title and the sections.
    ///   - presentation: The language. A document has no width, and always has Unicode.
    ///   - sink: Takes the beginning of a long document. Default: none.
    static func render(_ page: Page, _ presentation: Presentation, sink: OutputSink? = nil) -> [UInt8] {
        var presentation = presentation
        presentation.usesUnicode = true
        presentation.usesColor = false
        presentation.width = nil
        var renderer = HTMLRenderer(TextStyler(presentation, sink: sink))
        renderer.write(page)
        return renderer.text.bytes
    }

    private init(_ styler: TextStyler) {
        self.styler = styler
    }

    private mutating func write(_ page: Page) {
        let title = styler.string(page.title)
        let language = styler.presentation.localizer.language.code
        text.append(html: "<!DOCTYPE html>\n<html lang=\"\(language)\">\n<head>\n<meta charset=\"utf-8\"/>\n")
        text.append(markup: "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
        // A browser that follows this policy runs no script and requests nothing, even if the escaping had an error.
        text.append(
            markup:
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"/>\n"
        )
        text.append(markup: "<link rel=\"icon\" href=\"data:,\"/>\n")
        text.append("title", title)
        text.append(markup: "\n<style>\n")
        text.append(markup: HTMLStyle.sheet)
        HTMLTable.writeAlignment(to: &text)
        text.append(markup: "</style>\n</head>\n<body>\n<main>\n")
        append("h1", title)
        var rest = page.sections[...]
        while let section = rest.first {
            let others = rest.dropFirst().prefix { $0.isBesideOthers && !$0.startsPaper }
            let count = section.isBesideOthers ? 1 + others.count : 1
            if section.isBesideOthers {
                text.append(
                    markup: section.title == nil ? "<div class=\"tiles facts" : "<div class=\"tiles days")
                text.append(markup: section.startsPaper ? " paper\">\n" : "\">\n")
            }
            for section in rest.prefix(count) { write(section) }
            if section.isBesideOthers { text.append(markup: "</div>\n") }
            rest = rest.dropFirst(count)
        }
        text.append(markup: "</main>\n</body>\n</html>\n")
    }

    private mutating func write(_ section: Page.Section) {
        let startsPaper = section.startsPaper && !section.isBesideOthers
        text.append(markup: startsPaper ? "<section class=\"paper\">\n" : "<section>\n")
        if let title = section.title {
            writeHeading(styler.string(title), note: section.note.map(styler.string), level: section.level)
        }
        let level = section.title == nil ? section.level : section.level + 1
        var rest = section.parts[...]
        while !rest.isEmpty {
            let small = rest.prefix(while: \.isSmall).count
            let count = max(small, 1)
            if small > 1 { text.append(markup: "<div class=\"tiles\">\n") }
            for part in rest.prefix(count) { write(part, level: level) }
            if small > 1 { text.append(markup: "</div>\n") }
            rest = rest.dropFirst(count)
        }
        text.append(markup: "</section>\n")
    }

    private mutating func write(_ part: Page.Part, level: Int) {
        switch part {
        case .block(let block): write(block, level: level)
        case .lines(let table):
            text.append(markup: "<div class=\"list\">\n")
            HTMLTable.write(table, isOneLineEach: true, styler, to: &text)
            text.append(markup: "</div>\n")
        case .figures(let fields): writeFigures(fields)
        case .schedule(let entries): write(entries)
        case .scheduleMap(let map):
            let drawing = MapDrawing(map, styler, isSmall: true)
            writeFigure(
                map.title, SpokenMap.lines(of: map, styler), drawing.drawing, kind: .scheduleMap)
        case .year(let grid):
            writeFigure(
                grid.title, [""] + grid.spoken.map(styler.string), YearDrawing.drawing(of: grid, styler),
                kind: .year)
        }
    }

    private mutating func writeHeading(_ heading: String, note: String? = nil, level: Int) {
        let tag: StaticString =
            switch level {
            case ...2: "h2"
            case 3: "h3"
            case 4: "h4"
            default: "h5"
            }
        text.append(html: "<\(markup: tag)\(directionOf: heading)>\(heading)")
        if let note { text.append(html: " <span\(directionOf: note)>\(note)</span>") }
        text.append(html: "</\(markup: tag)>\n")
    }

    /// Appends an element with a text in the text's own direction.
    private mutating func append(_ tag: StaticString, _ content: String) {
        text.append(html: "<\(markup: tag)\(directionOf: content)>\(content)</\(markup: tag)>\n")
    }

    private mutating func write(_ block: Block, level: Int) {
        switch block {
        case .message(let message): append("p", styler.string(message))
        case .warning(let warning):
            text.append(html: "<p class=\"warning\">\(styler.warning(warning))</p>\n")
        case .heading(let heading): writeHeading(styler.string(heading), level: level)
        case .table(let table): HTMLTable.write(table, styler, to: &text)
        case .record(let record): write(record)
        case .chart(let chart):
            if chart.isSparkline || chart.isCourse {
                writeFigure(
                    chart.title, SpokenCharts.lines(of: chart, styler),
                    CourseDrawing.drawing(of: chart, styler))
            } else {
                HTMLChart.write(chart, styler, to: &text)
            }
        case .timeline(let timeline): HTMLChart.write(timeline, styler, to: &text)
        case .map(let map): write(map)
        case .month(let month): HTMLTable.write(month, styler, to: &text)
        case .picture(let picture): write(picture)
        case .cards(let cards): write(cards)
        case .definitions(let definitions):
            writeList(definitions.map { (styler.string($0.term), Cell(.null, .text($0.meaning))) })
        }
    }

    // MARK: Lists

    private mutating func write(_ record: Record) {
        writeList(
            record.fields.filter { $0.isShown && !styler.string($0.cell.display).isEmpty }.map { field in
                let title = styler.string(field.title)
                return (title.isEmpty ? styler.string(field.spokenTitle) : title, field.cell)
            })
    }

    private mutating func writeList(_ fields: [(title: String, cell: Cell)]) {
        if fields.isEmpty { return }
        text.append(markup: "<dl>\n")
        for (title, cell) in fields {
            text.append("dt", title)
            let value = styler.multiline(cell.display)
            text.append(start: "dd", direction: value)
            HTMLTable.write(cell.display, value, styler, to: &text)
            text.append(markup: "</dd>\n")
        }
        text.append(markup: "</dl>\n")
    }

    private mutating func write(_ cards: Cards) {
        if cards.cards.isEmpty { return }
        text.append(markup: "<ul class=\"cards\">\n")
        for card in cards.cards {
            text.append(markup: "<li>")
            if let picture = card.picture { write(picture) }
            text.append(html: "<p><strong>\(styler.string(card.title.display))</strong></p>\n")
            for field in card.details {
                let value = styler.multiline(field.cell.display)
                text.append(start: "p", direction: value)
                HTMLTable.write(field.cell.display, value, styler, to: &text)
                text.append(markup: "</p>\n")
            }
            text.append(markup: "</li>\n")
        }
        text.append(markup: "</ul>\n")
        if let count = cards.count { append("p", styler.string(count)) }
    }

    private mutating func writeFigures(_ fields: [Record.Field]) {
        text.append(markup: "<dl class=\"figures\">\n")
        for field in fields {
            text.append("dt", styler.string(field.title))
            text.append("dd", styler.string(field.cell.display))
        }
        text.append(markup: "</dl>\n")
    }

    private mutating func write(_ entries: [Page.Entry]) {
        if entries.isEmpty { return }
        text.append(markup: "<ol class=\"plan\">\n")
        for entry in entries {
            switch entry.color {
            case .first: text.append(markup: "<li>")
            case .second: text.append(markup: "<li class=\"k2\">")
            case .third: text.append(markup: "<li class=\"k3\">")
            }
            text.append("span", entry.time.map(styler.string) ?? "")
            let kind = styler.string(entry.kind)
            let label = entry.mark.isEmpty ? kind : "\(kind) \(entry.mark)"
            text.append(
                html: #"<span class="mark" role="img" aria-label="\#(label)">\#(entry.mark)</span><div>"#)
            append("p", styler.string(Cell.Display.verbatim(entry.name)))
            let details = entry.details.map(styler.string).joined(separator: " · ")
            if !details.isEmpty { append("p", details) }
            for link in entry.links { write(link: link) }
            text.append(markup: "</div></li>\n")
        }
        text.append(markup: "</ol>\n")
    }

    /// Writes the address of a web page so that it can be read on paper.
    private mutating func write(link: String) {
        let scheme = ["https://", "http://"].first { link.lowercased().hasPrefix($0) }
        text.append(markup: "<p class=\"long\">")
        if let scheme {
            let name = String(link.dropFirst(scheme.count))
            text.append(html: #"<a rel="noreferrer" href="\#(link)">\#(name)</a>"#)
        } else {
            text.append(link)
        }
        text.append(markup: "</p>\n")
    }

    // MARK: Drawings

    private mutating func write(_ picture: Picture) {
        let description = styler.string(picture.spokenDescription)
        text.append(html: #"<pre role="img" aria-label="\#(description)">"#)
        for line in CardLines.lines(of: picture, styler) {
            text.append(line.trimmingTrailingSpaces())
            text.append(markup: "\n")
        }
        text.append(markup: "</pre>\n")
    }

    private enum FigureKind {
        case chart, map, scheduleMap, year
    }

    private mutating func write(_ map: GlobeMap) {
        let drawing = MapDrawing(map, styler)
        writeFigure(
            map.title, SpokenMap.lines(of: map, styler), drawing.drawing, legend: drawing.legend, kind: .map)
    }

    /// Writes a drawing with its title and the text that replaces it for screen readers.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - spoken: The title, and the lines that replace the drawing.
    ///   - drawing: The drawing.
    ///   - legend: The list below the drawing. Default: none.
    ///   - kind: The kind, which decides on the size.
    private mutating func writeFigure(
        _ title: LocalizedText, _ spoken: [String], _ drawing: SVGDrawing, legend: HTMLText = HTMLText(),
        kind: FigureKind = .chart
    ) {
        drawings += 1
        let title = styler.string(title)
        switch kind {
        case .chart: text.append(markup: "<figure>")
        case .map, .scheduleMap: text.append(markup: "<figure class=\"map\">")
        case .year: text.append(markup: "<figure class=\"year\">")
        }
        // The heading of a schedule is also that of its map.
        if kind != .scheduleMap { append("figcaption", title) }
        text.append(html: #"<svg viewBox="0 0 \#(drawing.width) \#(drawing.height)" role="img""#)
        text.append(html: #" aria-labelledby="t\#(drawings)" aria-describedby="d\#(drawings)">"#)
        text.append(html: #"<title id="t\#(drawings)">\#(title)</title>"#)
        let description = spoken.dropFirst().joined(separator: "\n")
        text.append(html: #"<desc id="d\#(drawings)">\#(description)</desc>\#n"#)
        text.append(html: drawing.content)
        text.append(markup: "</svg>\n")
        text.append(html: legend)
        text.append(markup: "</figure>\n")
    }
}

extension Page.Part {
    /// Whether several such parts can be beside each other.
    fileprivate var isSmall: Bool {
        guard case .block(.chart(let chart)) = self else { return false }
        return !chart.isSparkline && !chart.isCourse || CourseDrawing.isSmall(chart)
    }
}
