/// How pages look.
enum PageStyle {
  /// The style sheet: system fonts, light and dark, readable on a narrow window.
  static let css = """
    :root { --paper: #ffffff; --ink: #1d1d1f; --soft: #6e6e73; --rule: #e3e3e8;
      --visit: #b8c4d6; --asked: #8e8e93; --joined: #a05ad8; --downloaded: #0b63ce;
      --decoded: #c77700; --shown: #1c8a3c; --cancelled: #d6336c; --failed: #b00020;
      --hit: #00838f; --budget: #1c8a3c; --limit: #b00020; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #1d1d1f; --ink: #f5f5f7; --soft: #a1a1a6; --rule: #3a3a3c;
        --visit: #48566b; --asked: #98989d; --joined: #c79bef; --downloaded: #6cb2ff;
        --decoded: #ffb340; --shown: #4cd471; --cancelled: #ff7aa2; --failed: #ff6961;
        --hit: #5ac8d8; --budget: #4cd471; --limit: #ff6961; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 3rem; background: var(--paper);
      color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; }
    .note { color: var(--soft); font-size: .875rem; }
    .chart { overflow-x: auto; } .chart > svg { display: block; width: 100%; min-width: 40rem; }
    svg text { font: 11px system-ui, sans-serif; } .soft { fill: var(--soft); }
    .rule { stroke: var(--rule); } .axis { stroke: var(--soft); }
    .visit { stroke: var(--visit); stroke-width: 1.5; fill: none; }
    .dot { stroke-width: 3.5; stroke-linecap: round; fill: none; }
    .asked { stroke: var(--asked); stroke-width: 2.5; } .joined { stroke: var(--joined); }
    .downloaded { stroke: var(--downloaded); } .decoded { stroke: var(--decoded); }
    .shown { stroke: var(--shown); } .cancelled { stroke: var(--cancelled); }
    .failed { stroke: var(--failed); } .hit { stroke: var(--hit); }
    .memory { fill: var(--downloaded); fill-opacity: .25; stroke: var(--downloaded); }
    .line { stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
    .budget { stroke: var(--budget); } .limit { stroke: var(--limit); }
    .legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0;
      list-style: none; font-size: .875rem; }
    .key { width: 1em; height: 1em; margin-right: .35em; vertical-align: -.1em; }
    table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
    th, td { padding: .25rem .5rem; text-align: left; vertical-align: top;
      border-bottom: 1px solid var(--rule); font-weight: normal; }
    .group { padding-top: 1rem; font-weight: 600; }
    .value { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .best { font-weight: 700; }
    """
}
