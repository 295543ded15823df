import ReduxBridge
import ReduxSessions

extension SessionPage {
  /// The style of the page: light or dark like the reader's system, one column on a phone.
  static let style = """
    :root{--ink:#1c2329;--soft:#59646e;--grid:#dde2e7;--paper:#fff;--panel:#f5f7f9;--good:#00804f;\
    --bad:#b3003c;--badback:#fdecf1;--mark:#fff3c4;--choice:#d6e8fb;--focus:#0067a5;\
    --legacy:#8a949d;--shadow:#c8960a;--lead:#2f7fd1;--migrated:#00804f}
    @media(prefers-color-scheme:dark){:root{--ink:#e8ecf0;--soft:#a3aeb8;--grid:#333c45;\
    --paper:#14191e;--panel:#1b2127;--good:#4fd6a0;--bad:#ff7d9e;--badback:#3a1822;--mark:#43390f;\
    --choice:#173a5c;--focus:#5ab4f0;--legacy:#6c7781;--shadow:#b58a1c;--lead:#3f86cc;\
    --migrated:#2b9a6d}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:1400px;padding:12px 16px 40px;background:var(--paper);\
    color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
    overflow-wrap:anywhere}
    h1{font-size:1.35rem;margin:.2em 0}
    h2{font-size:1.05rem;margin:.2em 0 .5em}
    h3{font-size:.95rem;margin:.2em 0}
    h4{font-size:.8rem;margin:0;color:var(--soft);font-weight:500}
    p{margin:.3em 0}
    .finding{font-size:1.1rem;font-weight:600}
    .soft{color:var(--soft);font-size:.86rem}
    .tools{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;margin:10px 0}
    .tools label{display:flex;gap:5px;align-items:center}
    input,select,button{font:inherit;color:inherit;background:var(--panel);\
    border:1px solid var(--grid);border-radius:6px;padding:3px 7px;max-width:100%}
    select{max-width:15em}
    input[type=range]{width:100%;padding:0;margin:4px 0;accent-color:var(--focus)}
    :focus-visible{outline:2px solid var(--focus);outline-offset:1px}
    .lanes{display:grid;grid-template-columns:max-content 1fr;gap:3px 8px;align-items:center}
    .lanes span{font-size:.8rem;color:var(--soft);max-width:9em;overflow:hidden;\
    text-overflow:ellipsis;white-space:nowrap}
    .lane{position:relative;height:16px;border-radius:3px;overflow:hidden;background:var(--panel)}
    .lane i{position:absolute;top:0;bottom:0;font:10px/16px system-ui,sans-serif;color:#fff;\
    padding-left:3px;overflow:hidden;white-space:nowrap}
    .lane i.fault{width:3px;padding:0;background:var(--bad)}
    .legacy{background:var(--legacy)}.shadow{background:var(--shadow)}
    .lead{background:var(--lead)}.migrated{background:var(--migrated)}
    .columns{display:grid;grid-template-columns:minmax(300px,5fr) minmax(0,7fr);gap:14px}
    .list{position:relative;overflow:auto;border:1px solid var(--grid);border-radius:8px}
    #timeline{height:calc(100vh - 270px);min-height:340px;max-height:900px}
    #tree{height:46vh;min-height:260px;padding:3px 8px;font-size:.88rem}
    #tree details,#tree summary{margin:0;font-weight:400}
    #tree details details,#tree details div{margin-left:14px}
    #tree div,#tree summary{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .body{position:relative}
    .row{position:absolute;left:0;right:0;display:flex;gap:8px;padding:0 8px;\
    border-bottom:1px solid var(--grid);white-space:nowrap;cursor:default}
    #timeline .row{height:30px;line-height:29px}
    #timeline .heads{position:sticky;top:0;z-index:1;background:var(--panel);color:var(--soft);\
    font-size:.82rem}
    #timeline .heads span{font-size:inherit;color:inherit}
    .row span{overflow:hidden;text-overflow:ellipsis}
    .number{flex:0 0 4em;text-align:right;color:var(--soft);font-variant-numeric:tabular-nums}
    .type{flex:1 1 55%}.touched{flex:1 1 30%;color:var(--soft);font-size:.86em}
    .changed{background:var(--mark)}
    .row.fault{background:var(--badback)}.row.fault .touched{color:var(--bad);font-weight:600}
    .row.gap{font-style:italic;color:var(--soft)}
    .row[aria-selected=true]{background:var(--choice);box-shadow:inset 3px 0 var(--focus)}
    pre{margin:0;white-space:pre-wrap;font-size:.82rem;max-height:9.5em;\
    overflow:auto}
    .scroll{overflow:auto;max-height:34vh}
    table{border-collapse:collapse;font-size:.86rem;width:100%;table-layout:fixed}
    table:not(.figures) th:first-child{width:50%}
    th,td{padding:3px 8px 3px 0;border-bottom:1px solid var(--grid);text-align:left;\
    vertical-align:top}
    thead th{color:var(--soft);font-weight:500}
    tbody th{font-weight:500}
    .old{color:var(--bad)}.new{color:var(--good)}
    .figures{table-layout:auto;overflow-wrap:break-word}
    .figures td,.figures thead th:nth-child(n+3){text-align:right;font-variant-numeric:tabular-nums}
    .sides{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:10px}
    article.fault{border:1px solid var(--bad);border-radius:8px;padding:8px 10px;margin:8px 0}
    details{margin:12px 0}
    summary{cursor:pointer;font-weight:600}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    @media(max-width:760px){body{padding:8px 10px 30px}.columns{grid-template-columns:minmax(0,1fr)}\
    #timeline{height:38vh;min-height:220px}#tree{height:40vh}.number{flex-basis:3.2em}\
    .tools{gap:6px 8px}.tools input[type=search]{width:100%}.tools label.wide{flex:1 1 100%}}
    """
}
