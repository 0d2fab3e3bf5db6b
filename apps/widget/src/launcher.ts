import type { EmbedLook } from '@hanasu/contract/embed';
import type { ChatApp } from './chat-app.tsx';
import type { ChatStorage } from './chat-storage.ts';
import { createIcon } from './launcher-icons.ts';
import { type Language, launcherWords } from './launcher-words.ts';

interface LauncherOptions {
  readonly look: EmbedLook;
  readonly language: Language;
  readonly storage: ChatStorage;
  readonly load: (isOpening: boolean) => Promise<ChatApp>;
  /** Shown as it is when it is open, also on a phone. */
  readonly isPreview?: boolean;
}

/** Full screen: opened on the page before it would hide the page that was asked for. */
const isSmall = (): boolean => matchMedia('(max-width:480px)').matches;

function button(className: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  element.onclick = onClick;
  return element;
}

/** The button on somebody's page, the greeting beside it, and the place of the chat, which is loaded when it is opened. */
export function createLauncher({ look, language, storage, load, isPreview }: LauncherOptions) {
  const words = launcherWords(language);
  const { greeting } = look.texts[language];
  const panel = document.createElement('div');
  const bubble = document.createElement('div');
  bubble.className = `g ${look.position}`;
  bubble.setAttribute('role', 'status');
  bubble.hidden = true;
  const launcher = button(`l ${look.position}`, () => change(!isOpen));
  launcher.setAttribute('aria-haspopup', 'dialog');
  let isOpen = false;
  let isOver = false;
  let isGreeting = false;
  let wasAsked = false;
  let app: ChatApp | null = null;
  let opening: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function paint(): void {
    const answers = app?.answers() ?? [];
    const seenAt = answers.indexOf(storage.read().seen ?? '');
    if (isOpen && answers.length > 0) storage.write({ seen: answers.at(-1) ?? '' });
    const unread = isOpen ? 0 : answers.length - 1 - seenAt + (isGreeting && answers.length === 0 ? 1 : 0);
    launcher.replaceChildren(createIcon(isOpen ? 'down' : look.launcher));
    launcher.setAttribute('aria-expanded', String(isOpen));
    launcher.ariaLabel = isOpen
      ? words.close
      : unread > 0
        ? `${words.open} (${unread} ${words.unread})`
        : words.open;
    if (unread < 1) return;
    const badge = document.createElement('span');
    badge.className = 'n';
    badge.ariaHidden = 'true';
    badge.textContent = unread > 9 ? '9+' : String(unread);
    launcher.append(badge);
  }

  /** Beside the launcher; a click on it opens the chat. */
  function say(text: string): void {
    const hide = button('x', () => {
      unsay();
      storage.write({ greeted: true });
      launcher.focus();
    });
    hide.ariaLabel = words.dismiss;
    hide.append(createIcon('close'));
    const open = button('t', () => change(true));
    open.textContent = text;
    bubble.replaceChildren(open, hide);
    bubble.hidden = false;
  }
  function unsay(): void {
    bubble.hidden = true;
    isGreeting = false;
    paint();
  }

  /** The chat, once; where it can't be loaded the visitor hears it, and may try again. */
  function enter(): Promise<void> {
    opening ??= load(isOpen).then(
      (loaded) => {
        app = loaded;
        if (isOver) app.end();
        app.listen(paint);
        paint();
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  }

  async function show(): Promise<void> {
    launcher.ariaBusy = 'true';
    try {
      await enter();
      if (!isOpen) return;
      app?.show(panel, { position: look.position, isModal: isSmall(), onClose: () => change(false) });
      // A page that is merely loaded doesn't take the focus.
      if (wasAsked) panel.querySelector<HTMLElement>('[data-first]')?.focus();
    } catch {
      isOpen = false;
      say(`${words.offline} ${words.again}`);
    } finally {
      launcher.ariaBusy = null;
      paint();
    }
  }

  function change(open: boolean): void {
    wasAsked = true;
    if (open === isOpen) return;
    isOpen = open;
    storage.write({ open, greeted: true });
    clearTimeout(timer);
    unsay();
    if (open) return void show();
    app?.hide(panel);
    launcher.focus();
  }

  launcher.onpointerenter = () => void enter().catch(() => undefined);
  isOpen = storage.read().open === true && (isPreview === true || !isSmall());
  paint();
  if (isOpen) void show();
  // Who has written here before sees on any page that somebody has answered.
  else if (storage.read().visitor)
    void enter().then(
      () => app?.load(),
      () => undefined,
    );
  if (look.greetingDelay !== null && !storage.read().greeted && greeting)
    timer = setTimeout(() => {
      isGreeting = true;
      say(greeting);
      paint();
    }, look.greetingDelay * 1000);

  return {
    elements: [panel, bubble, launcher],
    open: () => change(true),
    close: () => change(false),
    remove() {
      clearTimeout(timer);
      isOver = true;
      app?.hide(panel);
      app?.end();
    },
  };
}

/** Black or white, whichever reads better on a colour (`#rrggbb`; relative luminance of WCAG). */
function textOn(colour: string): '#ffffff' | '#111418' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#111418';
}

const DARK = `--bg:#14181f;--card:#1d232c;--text:#e8ebf0;--dim:#a3acba;--line:#333c49;--soft:#2a323e;--bad:#ff9d94`;

/** Colours, the launcher and its greeting; a constructed sheet, which content policies don't ask about. */
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
.l{position:fixed;bottom:20px;z-index:2147483000;width:56px;height:56px;border-radius:50%;background:var(--brand);color:var(--on);display:grid;place-items:center;box-shadow:0 6px 20px #0004}
.l svg{width:26px;height:26px}
.l[aria-busy=true] svg{opacity:.5}
.right{right:20px}.left{left:20px}
.n{position:absolute;top:-3px;inset-inline-end:-3px;min-width:21px;height:21px;padding:0 5px;border-radius:11px;background:#b3261e;color:#fff;font-size:12px;line-height:21px;font-weight:600;text-align:center}
.g{position:fixed;bottom:88px;z-index:2147483000;width:max-content;max-width:min(300px,calc(100vw - 40px));background:var(--bg);border:1px solid var(--line);border-radius:14px;box-shadow:0 6px 20px #0003;display:flex;align-items:flex-start}
.g[hidden]{display:none}
.g .t{padding:11px 2px 11px 14px;text-align:start;border-radius:14px;white-space:pre-wrap;overflow-wrap:anywhere}
.x{flex:none;width:36px;height:36px;display:grid;place-items:center;border-radius:9px;color:var(--dim)}
.x:hover{background:#8883}
.g .x{margin:4px}.g .x svg{width:16px;height:16px}
.p{display:flex;flex-direction:column;background:var(--bg);overflow:hidden}
@media (max-width:480px){.l[aria-expanded=true]{display:none}}
`);
  return sheet;
}
