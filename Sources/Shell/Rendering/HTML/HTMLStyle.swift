/// The style sheet of pages: light and dark, on a screen and on paper.
enum HTMLStyle {
    /// The number of columns that can be right-aligned. Rules for columns keep attributes out of the cells.
    static let mostAlignedColumns = 16

    static let sheet: StaticString = """
        :root{color-scheme:light dark;--back:#fff;--text:#1b1b1f;--faint:#5a5a63;--line:#d5d5dc;--accent:#2458a6;--second:#9a4a00;--land:#8a8a94}
        @media(prefers-color-scheme:dark){:root{--back:#18181c;--text:#ececf1;--faint:#a6a6b1;--line:#3d3d46;--accent:#8ab4f8;--second:#f2a65a;--land:#7d7d88}}
        body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
        main{max-width:60rem;margin:0 auto;padding:1rem}
        h1,h2,h3,h4,h5{line-height:1.2;margin:1.2em 0 .5em}
        h1,h2,h3,h4,h5,p,dt,dd,td,th,caption,li,figcaption{white-space:pre-line}
        h1,h2,h3,h4,h5,p,dt,dd,caption,li,figcaption,.long{overflow-wrap:anywhere}
        h1{margin-top:0}
        p,figure,dl,table,ul,ol{margin:0 0 1rem}
        .warning{border-inline-start:.25rem solid var(--second);padding-inline-start:.75rem}
        table{border-collapse:collapse}
        caption{caption-side:bottom;text-align:start;color:var(--faint);padding-top:.5rem}
        th,td{padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;unicode-bidi:plaintext}
        abbr{text-decoration:none}
        dl{display:grid;grid-template-columns:fit-content(16rem) 1fr;gap:.1rem 1.5rem}
        dt{color:var(--faint)}
        dd{margin:0}
        .month{width:100%;table-layout:fixed}
        .month caption{caption-side:top;color:var(--text);font-weight:bold;padding:0 0 .5rem}
        .month td{height:3.5rem;padding:.25rem;border:1px solid var(--line)}
        .month ul{list-style:none;margin:0;padding:0;font-size:.85rem}
        .today{font-weight:bold;text-decoration:underline}
        .cards{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}
        .cards p{margin:0}
        .cards>li{white-space:normal}
        span[role=img]{font-family:ui-monospace,monospace}
        pre{margin:0 0 .5rem;font:.9rem/1.15 ui-monospace,monospace}
        figcaption{font-weight:bold;margin-bottom:.5rem}
        figure ol{margin:.5rem 0 0;columns:14rem;padding-inline-start:2.5rem}
        svg{display:block;width:100%;max-width:45rem;height:auto}
        svg text{font:13px system-ui,sans-serif;fill:var(--text);unicode-bidi:plaintext}
        .faint{fill:var(--faint)}
        .bar{fill:var(--accent)}
        .second{fill:var(--second)}
        .axis,.coast,.border,.route,.course,.scale,.frame{fill:none;stroke:var(--line)}
        .coast,.border{stroke:var(--land)}
        .border{stroke-dasharray:2 3}
        .route{stroke:var(--second);stroke-width:2;stroke-dasharray:6 4}
        .course{stroke:var(--accent);stroke-width:2.5}
        .course.later{stroke:var(--second);stroke-dasharray:7 4}
        .scale{stroke:var(--text)}
        .place{fill:var(--accent);stroke:var(--back)}
        svg .name{font-size:11px;font-weight:bold;fill:var(--back);text-anchor:middle}
        svg .end{text-anchor:end}
        @page{margin:15mm}
        @media print{:root{color-scheme:light;--back:#fff;--text:#000;--faint:#444;--line:#bbb;--accent:#2458a6;--second:#9a4a00;--land:#777}
        body{font-size:.85rem}
        main{max-width:none;padding:0}
        .paper{break-before:page}
        h1,h2,h3,h4,h5,figcaption{break-after:avoid}
        tr,figure,dd,.cards>li{break-inside:avoid}
        svg{width:auto;max-height:22cm}
        .map svg{max-height:8cm}}

        """
}
