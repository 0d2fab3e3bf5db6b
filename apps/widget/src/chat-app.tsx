/** @jsxImportSource preact */
import type { EmbedLook } from '@hanasu/contract/embed';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { createApi, type Identity } from './api.ts';
import { Chat } from './chat.tsx';
import type { ChatStorage } from './chat-storage.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { isInputMethodKey } from './input-method.ts';
import type { Language } from './launcher-words.ts';
import { errorMessage, type Words, wordsOf } from './words.ts';

export type { Identity };

export interface ChatOptions {
  readonly root: ShadowRoot;
  /** Where the server is. */
  readonly base: string;
  readonly bot: string;
  readonly language: Language;
  readonly storage: ChatStorage;
  readonly identity: Identity | null;
  /** A string: the code of why there is none. */
  readonly look: EmbedLook | string;
}

/** The chat of one visitor, as the launcher uses it. */
export interface ChatApp {
  /** Who we are, and what was said before. Once. */
  load(): Promise<void>;
  /** Hears when anything was said. */
  listen(listener: () => void): void;
  /** Ids of finished answers, oldest first. */
  answers(): string[];
  /** As a dialog over a page; without a frame, filling the element. */
  show(element: HTMLElement, frame?: Frame): void;
  hide(element: HTMLElement): void;
  /** Ends its streams, for good. */
  end(): void;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function openChat({ root, base, bot, language, storage, identity, look }: ChatOptions): ChatApp {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, chatSheet()];
  const isClosed = typeof look === 'string';
  const ending = new AbortController();
  const conversation = createConversation({
    api: createApi(base, bot, ending.signal),
    storage,
    identity,
    wait: pause,
    isIdentityRequired: !isClosed && look.identityRequired,
    isHidden: () => document.hidden,
    isOver: () => ending.signal.aborted,
  });
  return {
    load: conversation.load,
    listen: conversation.listen,
    answers: () =>
      conversation
        .state()
        .said.filter(({ from, state }) => from !== 'visitor' && state === 'done')
        .map(({ id }) => id),
    show(element, frame) {
      if (isClosed) return render(<p class="m">{errorMessage(language, look, null)}</p>, element);
      const shared = { look, language, words: wordsOf(language), conversation };
      render(frame ? <Panel {...shared} frame={frame} /> : <Chat {...shared} isFramed={false} />, element);
    },
    hide: (element) => render(null, element),
    end: () => ending.abort(),
  };
}

/** What only the chat itself looks like; colours and the rest are the launcher's. */
function chatSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.f{position:fixed;bottom:88px;z-index:2147483001;width:380px;height:min(620px,calc(100dvh - 108px));border:1px solid var(--line);border-radius:16px;box-shadow:0 12px 40px #0005}
.w{position:fixed;inset:0;height:var(--vh,100dvh)}
.w .c{width:100%;max-width:760px;margin-inline:auto}
header{display:flex;align-items:center;gap:4px;flex:none;padding:8px 8px 8px 16px;background:var(--brand);color:var(--on)}
header .x{color:inherit}
.i{flex:none;width:32px;height:32px;margin:2px 6px 2px -4px;border-radius:8px;object-fit:cover}
header :focus-visible{outline-color:currentColor}
.log{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:14px}
h2{flex:1;min-width:0;margin:0;font-weight:600;font-size:16px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.c{display:flex;flex-direction:column;gap:10px}
.m{max-width:88%;padding:8px 12px;border-radius:14px;overflow-wrap:anywhere}
.visitor{align-self:flex-end;background:var(--brand);color:var(--on);border-end-end-radius:4px;white-space:pre-wrap}
.bot,.person{align-self:flex-start;background:var(--card);border-end-start-radius:4px;max-width:96%}
.m.wide{width:100%;max-width:none;background:none;padding-inline:0}
.y{font-weight:600}
.u{margin:0 0 6px}
.u.text,.u.native,.u.link{width:fit-content;max-width:96%;padding:8px 12px;border-radius:14px;background:var(--card)}
.u :first-child{margin-top:0}.u>:last-child{margin-bottom:0}
.u video,.u.image img{display:block;max-width:100%;max-height:320px;border-radius:12px}
.u audio{width:100%}
.g{position:relative}
.g img{width:100%;border-radius:12px}
.g>a,.g>button,.g>video{position:absolute;border-radius:4px}
.u.cards>ul{display:flex;gap:8px;margin:0;padding:0 0 4px;list-style:none;overflow-x:auto;scroll-snap-type:x proximity}
.cards li{flex:none;display:flex;flex-direction:column;width:min(240px,84%);overflow:hidden;border:1px solid var(--line);border-radius:14px;background:var(--bg);scroll-snap-align:start}
.cards li>img{width:100%;aspect-ratio:20/13;object-fit:cover;border-radius:0}
.cards li.person>img{width:96px;aspect-ratio:1;margin:14px auto 0;border-radius:50%}
.cards li.image>img{aspect-ratio:1}
.cards li>div{flex:1;display:flex;flex-direction:column;gap:3px;padding:10px 12px}
.cards li p{margin:0;color:var(--dim);font-size:14px}
.cards li.coupon strong{font-size:22px}
.u dl{margin:4px 0 0;font-size:13px}
.u dl div{display:flex;gap:8px}
.u dt{flex:0 0 35%;color:var(--dim)}
.u dd{margin:0;min-width:0}
.u .z{display:block;margin:0 10px 8px;padding:7px 12px;min-height:36px;border:1px solid var(--line);border-radius:10px;text-align:center;text-decoration:none;font-weight:600;color:var(--text)}
.u.link .z{margin:8px 0 0}
.cards li.l{justify-content:center;width:150px}
.u li.l .z{margin:10px}
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
.r{flex-flow:row wrap}
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
@media (max-width:480px){.f{inset:0;bottom:auto;width:auto;height:var(--vh,100dvh);border:0;border-radius:0}}
@media (prefers-reduced-motion:reduce){.d i{animation:none}}
`);
  return sheet;
}

/** @jsxImportSource preact */
interface Frame {
  readonly position: EmbedLook['position'];
  readonly isModal: boolean;
  readonly onClose: () => void;
}

interface PanelProps {
  readonly look: EmbedLook;
  readonly language: Language;
  readonly words: Words;
  readonly conversation: Conversation;
  readonly frame: Frame;
}

/** The chat as a dialog above the launcher. */
function Panel({ frame: { position, isModal, onClose }, ...shared }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={panel}
      class={`p f ${position}`}
      role="dialog"
      aria-modal={isModal}
      aria-label={shared.look.texts[shared.language].title}
      onKeyDown={(event) => {
        if (isInputMethodKey(event)) return;
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Tab') keepInside(event, panel.current);
      }}
    >
      <Chat {...shared} isFramed onClose={onClose} />
    </div>
  );
}

/** Tab goes round within the dialog. */
function keepInside(event: KeyboardEvent, panel: HTMLElement | null): void {
  const stops = [
    ...(panel?.querySelectorAll<HTMLElement>('button:not(:disabled),textarea,a[href],[tabindex="0"]') ?? []),
  ];
  const root = panel?.getRootNode();
  const at = root instanceof ShadowRoot ? root.activeElement : null;
  const [first, last] = [stops[0], stops.at(-1)];
  if (event.shiftKey ? at !== first : at !== last) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
