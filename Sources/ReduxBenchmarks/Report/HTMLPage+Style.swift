extension HTMLPage {
  /// The style of the page: one column on a phone, light or dark as the reader's system is.
  package static let style = """
    :root{--ink:#1c2329;--soft:#59646e;--grid:#dde2e7;--paper:#fff;--good:#00804f;--bad:#b3003c}
    @media(prefers-color-scheme:dark){:root{--ink:#e8ecf0;--soft:#a3aeb8;--grid:#333c45;\
    --paper:#14191e;--good:#4fd6a0;--bad:#ff7d9e}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:1080px;padding:20px 16px 60px;background:var(--paper);\
    color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    h1{font-size:1.7rem;margin:.4em 0}
    h2{font-size:1.2rem;margin:2em 0 .5em}
    h3{font-size:1rem;margin:1.6em 0 .4em}
    .lead{font-size:1.05rem;max-width:46em}
    .soft{color:var(--soft);font-size:.88rem;max-width:52em}
    li{max-width:48em;margin:.35em 0}
    .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:20px}
    figure{margin:0;border:1px solid var(--grid);border-radius:8px;overflow:hidden}
    figure.alone{max-width:560px}
    figure svg{display:block;width:100%;height:auto}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
    th,td{padding:4px 10px 4px 0;border-bottom:1px solid var(--grid);text-align:right;\
    white-space:nowrap;vertical-align:top}
    th{color:var(--soft);font-weight:500}
    th:first-child,td:first-child,.words td,.words th{text-align:left;white-space:normal}
    td:first-child{min-width:11em}
    code{font-size:.95em}
    .good{color:var(--good)}
    .bad{color:var(--bad)}
    .unsure{color:var(--soft)}
    """
}
