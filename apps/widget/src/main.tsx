/** @jsxImportSource preact */
import type { EmbedLook } from '@hanasu/contract/embed';
import { type ComponentChildren, render } from 'preact';
import { createApi, Fault, type Identity } from './api.ts';
import { Bubble } from './bubble.tsx';
import { Chat } from './chat.tsx';
import { createKeep } from './keep.ts';
import { sheetOf } from './styles.ts';
import { createTalk } from './talk.ts';
import { chooseLanguage, faultWords, wordsOf } from './words.ts';

/** What a site can do with the chat: `window.Hanasu`. */
interface HanasuWidget {
  open(): void;
  close(): void;
  /** Takes it off the page, for sites that change pages without loading them. */
  remove(): void;
}
declare global {
  interface Window {
    Hanasu?: HanasuWidget;
  }
}

const NO_COLOUR = '#15803d';
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const script =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[data-bot][src*="/widget.js"]');
if (script?.dataset.bot) void start(script, script.dataset.bot);

async function start(from: HTMLScriptElement, bot: string): Promise<void> {
  window.Hanasu?.remove();
  const { dataset, src } = from;
  const isPage = dataset.page !== undefined;
  const query = isPage ? new URLSearchParams(location.search).get('lang') : null;
  const own = isPage ? null : document.documentElement.lang;
  const language = chooseLanguage(query, dataset.lang, own, ...navigator.languages);
  const words = wordsOf(language);
  const api = createApi(new URL(src).origin, bot);
  const identity = identityOf(dataset);
  const keep = createKeep(identity ? `${bot}:${identity.userId}` : bot);
  const mount = createMount(isPage);
  window.Hanasu = { open: () => undefined, close: () => undefined, remove: mount.remove };
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  try {
    const look = await api.look();
    const talk = createTalk(api, keep, identity, pause, look.identityRequired);
    const shared = { look, language, words, talk };
    const onReady = (set: (isOpen: boolean) => void) => {
      if (window.Hanasu) Object.assign(window.Hanasu, { open: () => set(true), close: () => set(false) });
    };
    mount.show(
      look,
      language,
      isPage ? (
        <main class="p w">
          <Chat {...shared} isFramed={false} />
        </main>
      ) : (
        <Bubble {...shared} keep={keep} onReady={onReady} />
      ),
    );
  } catch (error) {
    const code = error instanceof Fault ? error.code : 'internal';
    // biome-ignore lint/suspicious/noConsole: who puts this on their site looks there for the reason.
    console.warn(`Hanasu chat is not shown: ${code}`);
    if (isPage) mount.show(null, language, <p class="m">{faultWords(language, code, null)}</p>);
  }
}

function identityOf({ userId, userName, userHash }: DOMStringMap): Identity | null {
  if (!userId || !userHash) return null;
  return { userId, hash: userHash, ...(userName ? { name: userName } : {}) };
}

/** A root of our own: the site's styles don't reach in, and ours don't reach out. */
function createMount(isPage: boolean) {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const holder = document.createElement('div');
  holder.className = 'h';
  root.append(holder);
  // What a keyboard leaves of a phone's screen; browsers differ in whether they make the page smaller themselves.
  const fit = () => holder.style.setProperty('--vh', `${visualViewport?.height ?? innerHeight}px`);
  let isRemoved = false;
  return {
    show(look: EmbedLook | null, language: string, content: ComponentChildren) {
      if (isRemoved) return;
      root.adoptedStyleSheets = [sheetOf(look?.colour ?? NO_COLOUR)];
      holder.dataset.theme = look?.theme ?? 'auto';
      holder.lang = language;
      if (isPage) document.documentElement.lang = language;
      fit();
      visualViewport?.addEventListener('resize', fit);
      document.body.append(host);
      render(content, holder);
    },
    remove() {
      isRemoved = true;
      visualViewport?.removeEventListener('resize', fit);
      render(null, holder);
      host.remove();
      delete window.Hanasu;
    },
  };
}
