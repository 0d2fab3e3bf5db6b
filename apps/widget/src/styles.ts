/** Black or white, whichever reads better on a colour (`#rrggbb`; relative luminance of WCAG). */
export function textOn(colour: string): '#ffffff' | '#111418' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#111418';
}

const DARK = `--bg:#14181f;--card:#1d232c;--text:#e8ebf0;--dim:#a3acba;--line:#333c49;--soft:#2a323e;--bad:#ff9d94`;

/** Everything that the chat looks like; a constructed sheet, which content policies don't ask about. */
export function sheetOf(colour: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
:host{all:initial}
.h{--brand:${colour};--on:${textOn(colour)};--bg:#fff;--card:#f3f5f7;--text:#181c22;--dim:#5b6573;--line:#d9dee5;--soft:#e8ecf0;--bad:#b3261e;
color-scheme:light;color:var(--text);font:15px/1.55 system-ui,"Noto Sans","Noto Sans JP",sans-serif;text-align:start}
.h:lang(ja){line-height:1.7}
.h[data-theme=dark]{${DARK};color-scheme:dark}
@media (prefers-color-scheme:dark){.h[data-theme=auto]{${DARK};color-scheme:dark}}
.h *{box-sizing:border-box}
button,textarea{font:inherit;color:inherit}
button{cursor:pointer;border:0;background:none;padding:0}
:focus-visible{outline:2px solid var(--text);outline-offset:2px}
svg{width:20px;height:20px;display:block}
.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.l{position:fixed;bottom:20px;z-index:2147483000;width:56px;height:56px;border-radius:50%;background:var(--brand);color:var(--on);display:grid;place-items:center;box-shadow:0 6px 20px #0004}
.l svg{width:26px;height:26px}
.right{right:20px}.left{left:20px}
.n{position:absolute;top:-3px;inset-inline-end:-3px;min-width:21px;height:21px;padding:0 5px;border-radius:11px;background:#b3261e;color:#fff;font-size:12px;line-height:21px;font-weight:600;text-align:center}
.g{position:fixed;bottom:88px;z-index:2147483000;width:max-content;max-width:min(300px,calc(100vw - 40px));background:var(--bg);border:1px solid var(--line);border-radius:14px;box-shadow:0 6px 20px #0003;display:flex;align-items:flex-start}
.g .t{padding:11px 2px 11px 14px;text-align:start;border-radius:14px;white-space:pre-wrap;overflow-wrap:anywhere}
.x{flex:none;width:36px;height:36px;display:grid;place-items:center;border-radius:9px;color:var(--dim)}
.x:hover{background:#8883}
.g .x{margin:4px}.g .x svg{width:16px;height:16px}
.p{display:flex;flex-direction:column;background:var(--bg);overflow:hidden}
.f{position:fixed;bottom:88px;z-index:2147483001;width:380px;height:min(620px,calc(100dvh - 108px));border:1px solid var(--line);border-radius:16px;box-shadow:0 12px 40px #0005}
.w{position:fixed;inset:0;height:var(--vh,100dvh)}
.w .c{width:100%;max-width:760px;margin-inline:auto}
header{display:flex;align-items:center;gap:4px;flex:none;padding:8px 8px 8px 16px;background:var(--brand);color:var(--on)}
header .x{color:inherit}
header :focus-visible{outline-color:currentColor}
h2{flex:1;min-width:0;margin:0;font-weight:600;font-size:16px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.log{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:14px}
.c{display:flex;flex-direction:column;gap:10px}
.m{max-width:88%;padding:8px 12px;border-radius:14px;overflow-wrap:anywhere}
.visitor{align-self:flex-end;background:var(--brand);color:var(--on);border-end-end-radius:4px;white-space:pre-wrap}
.bot,.person{align-self:flex-start;background:var(--card);border-end-start-radius:4px;max-width:96%}
.who{font-size:12px;color:var(--dim)}
.m>:first-child{margin-top:0}.m>:last-child{margin-bottom:0}
.m p,.m ul,.m ol,.m pre{margin:0 0 8px}
.m p{white-space:pre-line}
.m ul,.m ol{padding-inline-start:22px}
.m img{display:block;max-width:100%;border-radius:8px}
.m a{color:inherit;text-decoration:underline}
.m code{font:13px/1.5 ui-monospace,monospace;background:var(--soft);border-radius:4px;padding:1px 4px}
.m pre{background:var(--soft);border-radius:8px;padding:8px 10px;overflow-x:auto}
.m pre code{padding:0;background:none}
.k{font-size:11px;font-weight:600;min-width:18px;height:18px;line-height:16px;padding:0 4px;margin:0 2px;border-radius:5px;background:var(--soft);border:1px solid var(--line);vertical-align:2px}
.s{display:flex;flex-direction:column;gap:4px;margin-top:8px;font-size:13px}
.s button{display:flex;gap:6px;align-items:center;text-align:start;min-height:28px;border-radius:6px;max-width:100%}
.s .k{flex:none;text-align:center;margin:0}
.o{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--dim)}
blockquote{margin:2px 0 4px;padding:6px 10px;border-inline-start:3px solid var(--line);background:var(--bg);border-radius:4px;white-space:pre-wrap;max-height:180px;overflow-y:auto}
.d{display:flex;gap:5px;padding:7px 2px}
.d i{width:7px;height:7px;border-radius:50%;background:var(--dim);animation:b 1.1s infinite alternate}
.d i:nth-child(2){animation-delay:.25s}.d i:nth-child(3){animation-delay:.5s}
@keyframes b{from{opacity:.25}to{opacity:1}}
.q{display:flex;flex-direction:column;align-items:flex-start;gap:6px;margin-top:4px}
.q button,.e button{border:1px solid var(--line);border-radius:18px;padding:7px 13px;min-height:36px;text-align:start;background:var(--bg)}
.e{display:flex;flex-wrap:wrap;gap:8px;align-items:center;color:var(--bad)}
.e p{margin:0}
.e button{color:var(--text)}
form{flex:none;padding:10px 12px calc(12px + env(safe-area-inset-bottom));border-top:1px solid var(--line)}
.b{display:flex;align-items:flex-end;gap:8px;padding:4px 4px 4px 12px;border:1px solid var(--line);border-radius:14px;background:var(--bg)}
.b:focus-within{border-color:var(--text)}
textarea{flex:1;min-width:0;border:0;background:none;resize:none;padding:7px 0;max-height:140px;font-size:16px;line-height:1.45}
textarea:focus-visible{outline:0}
textarea::placeholder{color:var(--dim);opacity:1}
.b button{flex:none;width:38px;height:38px;border-radius:11px;background:var(--brand);color:var(--on);display:grid;place-items:center}
.b button:disabled{background:var(--soft);color:var(--dim);cursor:default}
@media (max-width:480px){.f{inset:0;bottom:auto;width:auto;height:var(--vh,100dvh);border:0;border-radius:0}.f~.l{display:none}}
@media (prefers-reduced-motion:reduce){.d i{animation:none}}
`);
  return sheet;
}
