/// The style sheet of pages: light and dark, on a screen and on paper.
enum HTMLStyle {
    /// The number of columns that can be right-aligned. Rules for columns keep attributes out of the cells.
    static let mostAlignedColumns = 16

    static let sheet: StaticString = """
        :root{color-scheme:light dark;--back:#fff;--text:#1b1b1f;--faint:#5a5a63;--line:#dcdce2;--accent:#2458a6;--second:#9a4a00;--third:#1f6b4a;--land:#8a8a94;--small:.875rem;--tile:14rem}
        @media(prefers-color-scheme:dark){:root{--back:#18181c;--text:#ececf1;--faint:#a6a6b1;--line:#3d3d46;--accent:#8ab4f8;--second:#f2a65a;--third:#7fcba4;--land:#7d7d88}}
        body{margin:0;background:var(--back);color:var(--text);font:1rem/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}
        main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem}
        h1,h2,h3,h4,h5{line-height:1.2;margin:1.5rem 0 .5rem;text-wrap:balance}
        h1{font-size:2rem;margin:0 0 .5rem}
        h2{font-size:1.375rem}
        h3{font-size:1.125rem}
        h4,h5,figcaption{font-size:1rem}
        h1,h2,h3,h4,h5,p,dt,dd,td,th,caption,li,figcaption{white-space:pre-line}
        h1,h2,h3,h4,h5,p,dt,dd,caption,li,figcaption,.long,.bars th{overflow-wrap:anywhere}
        h2 span,h3 span{font-weight:normal;color:var(--faint)}
        p,figure,dl,table,ul,ol{margin:0 0 1rem}
        a{color:var(--accent)}
        .warning{font-size:var(--small);border-inline-start:.2rem solid var(--second);padding-inline-start:.6rem;margin-bottom:.4rem}
        table{border-collapse:collapse}
        caption{caption-side:bottom;text-align:start;color:var(--faint);font-size:var(--small);padding-top:.5rem}
        th{font-size:var(--small);font-weight:600;color:var(--faint)}
        th,td{padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;unicode-bidi:plaintext}
        th:last-child,td:last-child{padding-inline-end:0}
        abbr{text-decoration:none}
        dl{display:grid;grid-template-columns:fit-content(16rem) 1fr;gap:.1rem 1.5rem}
        dt{color:var(--faint)}
        dd{margin:0}
        .figures{grid:auto auto/auto-flow dense auto;justify-content:start;gap:0 2.5rem}
        .figures dd{grid-row:1;font-size:2.25rem;line-height:1.15;font-weight:600}
        .figures dt{grid-row:2;font-size:var(--small)}
        .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(var(--tile),100%),1fr));gap:0 2rem;align-items:start}
        .tiles>*{min-width:0}
        .facts{--tile:17rem}
        .facts dl{font-size:var(--small)}
        .days{--tile:24rem}
        .tiles h2,.tiles h3{font-size:1.125rem;border-bottom:2px solid var(--line);padding-bottom:.25rem}
        .plan{list-style:none;padding:0;margin-bottom:.75rem}
        .plan li{display:grid;grid-template-columns:5.25rem 1.4rem minmax(0,1fr);gap:0 .6rem;padding:.2rem 0;white-space:normal}
        .plan li>span{text-align:end;font-size:var(--small);padding-top:.1rem}
        .plan p{margin:0}
        .plan p+p{font-size:var(--small);color:var(--faint)}
        .plan .mark{align-self:start;height:1.4rem;border-radius:.7rem;padding:0;text-align:center;font-size:.75rem;line-height:1.4rem;font-weight:700;color:var(--back);background:var(--accent);print-color-adjust:exact}
        .plan .mark:empty{justify-self:center;width:.6rem;height:.6rem;margin-top:.4rem}
        .k2>.mark{background:var(--second)}
        .k3>.mark{background:var(--third)}
        .bars{width:100%;table-layout:fixed;margin:0}
        .bars th,.bars td{border:0;padding:.1rem .5rem .1rem 0;color:inherit;font-weight:normal;font-size:var(--small)}
        .bars th{width:42%}
        .bars td{width:3rem;text-align:end}
        .bars td+td{width:auto;padding-inline-end:0}
        .bars svg{width:100%;height:1.2em;max-width:none;overflow:visible}
        .times{table-layout:auto}
        .times th{width:30%}
        .times td{width:1%;white-space:nowrap;text-align:start;color:var(--faint)}
        .month{width:100%;table-layout:fixed}
        .month caption{caption-side:top;color:var(--text);font-weight:600;font-size:1.125rem;padding:0 0 .5rem}
        .month td{height:3.5rem;padding:.25rem;border:1px solid var(--line)}
        .month ul{list-style:none;margin:0;padding:0;font-size:.85rem}
        .today{font-weight:bold;text-decoration:underline}
        .cards{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}
        .cards p{margin:0}
        .cards>li{white-space:normal}
        .lines{width:100%}
        .lines td{white-space:nowrap;max-width:min(22rem,26vw);overflow:hidden;text-overflow:ellipsis}
        td span[role=img]{font-family:ui-monospace,monospace}
        pre{margin:0 0 .5rem;font:.9rem/1.15 ui-monospace,monospace}
        figcaption{font-weight:600;margin-bottom:.35rem}
        figure ol,figure ul{margin:.5rem 0 0;columns:14rem;padding-inline-start:2rem;font-size:var(--small)}
        svg{display:block;width:100%;max-width:36rem;height:auto}
        svg text{font:13px system-ui,sans-serif;fill:var(--text);unicode-bidi:plaintext}
        .year svg{max-width:none;overflow:visible}
        .faint,svg .faint{fill:var(--faint)}
        .bar{fill:var(--accent);print-color-adjust:exact}
        .second{fill:var(--second);print-color-adjust:exact}
        .none{fill:var(--line);print-color-adjust:exact}
        .axis,.coast,.border,.route,.course,.scale,.frame{fill:none;stroke:var(--line)}
        .coast,.border{stroke:var(--land)}
        .border{stroke-dasharray:2 3}
        .route{stroke:var(--second);stroke-width:1.5;stroke-dasharray:5 4}
        .course{stroke:var(--accent);stroke-width:2.5}
        .course.later{stroke:var(--second);stroke-dasharray:7 4}
        .scale{stroke:var(--text)}
        .place{fill:var(--accent);stroke:var(--back);print-color-adjust:exact}
        svg .name{font-size:11px;font-weight:bold;fill:var(--back);text-anchor:middle}
        svg .end{text-anchor:end}
        @media screen and (max-width:48rem){.lines td{white-space:normal;font-size:var(--small);padding-inline-end:.5rem}}
        @media(max-width:40rem){h1{font-size:1.625rem}
        table{display:block;overflow-x:auto}
        .bars,.month{display:table}
        .wide thead{position:absolute;clip-path:inset(50%)}
        .wide tbody,.wide caption{display:block}
        .wide tr{display:flex;flex-wrap:wrap;gap:0 .8rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
        .wide td{border:0;padding:0;min-width:0}
        .wide td:empty{display:none}
        .figures{grid:none;grid-template-columns:auto 1fr;align-items:baseline;gap:0 1.5rem}
        .figures dt,.figures dd{grid-row:auto}
        .figures dd{font-size:1.75rem}
        .times td+td{display:none}
        .times td,.times thead{white-space:normal;width:auto}
        .year text{font-size:24px}
        .year text:nth-of-type(even){display:none}}
        @page{size:A4;margin:14mm}
        @media print{:root{color-scheme:light;--back:#fff;--text:#000;--faint:#444;--line:#ccc;--accent:#2458a6;--second:#9a4a00;--third:#1f6b4a;--land:#777;--small:.9rem;--tile:40mm}
        html{font-size:8.5pt}
        body{line-height:1.3}
        main{max-width:none;padding:0}
        a{color:inherit;text-decoration:none}
        .tiles{gap:0 6mm}
        .facts{--tile:50mm}
        .days{display:block;columns:80mm;column-gap:6mm}
        .days h2,.days h3{margin-top:0}
        .paper{break-before:page}
        h1,h2,h3,h4,h5,figcaption{break-after:avoid}
        tr,figure,dd,.cards>li,.tiles>section,.plan li,.warning{break-inside:avoid}
        .list{columns:2;column-gap:5mm}
        .lines{font-size:7pt;line-height:1.25}
        .lines th,.lines td{max-width:22mm;padding:.3mm 1mm}
        .map svg{width:auto;max-width:100%;max-height:60mm}
        .plan li{padding:.1rem 0}
        .plan p+p{display:inline}
        .plan p+p+p:before{content:"· "}
        .days .map svg{max-height:24mm}}

        """
}
