import type { EmbedLook } from '@hanasu/contract/embed';
import type { ChatOptions, Identity } from './chat-app.tsx';
import { createChatStorage } from './chat-storage.ts';
import { createLauncher, sheetOf } from './launcher.ts';
import { chooseLanguage, type Language, launcherWords } from './launcher-words.ts';

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

const script =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[data-bot][src*="/widget.js"]');
if (script?.dataset.bot) {
  if (script.dataset.preview === undefined) void start(script, script.dataset.bot);
  else preview(script, script.dataset.bot);
}

/** What the settings send to the page on which they draw the chat. */
interface Preview {
  readonly hanasuPreview: EmbedLook;
  readonly language: Language;
  readonly scheme: 'light' | 'dark';
}

/** Drawn anew with each look that the settings of the same host send. */
function preview(from: HTMLScriptElement, bot: string): void {
  const load = createChatLoader(from);
  addEventListener('message', ({ origin, data }: MessageEvent<Preview | null>) => {
    if (origin !== location.origin || !data?.hanasuPreview) return;
    const { hanasuPreview: look, language, scheme } = data;
    document.documentElement.dataset.scheme = scheme;
    window.Hanasu?.remove();
    const mount = createMount(false);
    window.Hanasu = { open: () => undefined, close: () => undefined, remove: mount.remove };
    const place = mount.show(look, language);
    if (!place) return;
    const storage = createChatStorage(`preview:${bot}`);
    storage.write({ open: true, greeted: true });
    const base = location.origin;
    const options: ChatOptions = { root: place.root, base, bot, language, storage, identity: null, look };
    const launcher = createLauncher({
      ...{ look, language, storage, isPreview: true },
      load: async (isOpening) => (await load(isOpening)).openChat(options),
    });
    place.holder.append(...launcher.elements);
    mount.onRemove(launcher.remove);
  });
  parent.postMessage('hanasu-preview', location.origin);
}

async function start(from: HTMLScriptElement, bot: string): Promise<void> {
  window.Hanasu?.remove();
  const { dataset, src } = from;
  const isPage = dataset.page !== undefined;
  const query = isPage ? new URLSearchParams(location.search).get('lang') : null;
  const own = isPage ? null : document.documentElement.lang;
  const language = chooseLanguage(query, dataset.lang, own, ...navigator.languages);
  const identity = identityOf(dataset);
  const storage = createChatStorage(identity ? `${bot}:${identity.userId}` : bot);
  const base = new URL(src).origin;
  const load = createChatLoader(from);
  const mount = createMount(isPage);
  window.Hanasu = { open: () => undefined, close: () => undefined, remove: mount.remove };
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const look = await readLook(base, bot);
  const isShown = typeof look !== 'string';
  // biome-ignore lint/suspicious/noConsole: who puts this on their site looks there for the reason.
  if (!isShown) console.warn(`Hanasu chat is not shown: ${look}`);
  if (!isShown && !isPage) return;
  const place = mount.show(isShown ? look : null, language);
  if (!place) return;
  const options: ChatOptions = { root: place.root, base, bot, language, storage, identity, look };
  if (isPage) return fillPage(place.holder, options, load);
  if (!isShown) return;
  const launcher = createLauncher({
    look,
    language,
    storage,
    load: async (isOpening) => (await load(isOpening)).openChat(options),
  });
  place.holder.append(...launcher.elements);
  mount.onRemove(launcher.remove);
  const { open, close } = launcher;
  if (window.Hanasu) Object.assign(window.Hanasu, { open, close });
  if (dataset.renewed === 'open') open();
}

/** The look of a bot's chat, or the code of why there is none. Nothing of the site goes along. */
async function readLook(base: string, bot: string): Promise<EmbedLook | string> {
  try {
    const response = await fetch(`${base}/api/embed/${bot}/config`, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const body = await response.json();
    return response.ok ? body : (body.code ?? 'internal');
  } catch {
    return 'offline';
  }
}

/** The chat alone, as a page. */
async function fillPage(
  holder: HTMLElement,
  options: ChatOptions,
  load: ReturnType<typeof createChatLoader>,
): Promise<void> {
  const page = document.createElement('main');
  page.className = 'p w';
  holder.replaceChildren(page);
  try {
    (await load(true)).openChat(options).show(page);
  } catch {
    const { offline, again } = launcherWords(options.language);
    const button = document.createElement('button');
    button.textContent = again;
    button.onclick = () => void fillPage(holder, options, load);
    page.append(offline, ' ', button);
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
  let removed = (): void => undefined;
  return {
    /** Null: it was taken off the page meanwhile. */
    show(look: EmbedLook | null, language: Language) {
      if (isRemoved) return null;
      root.adoptedStyleSheets = [sheetOf(look?.colour ?? NO_COLOUR)];
      holder.dataset.theme = look?.theme ?? 'auto';
      holder.lang = language;
      if (isPage) document.documentElement.lang = language;
      fit();
      visualViewport?.addEventListener('resize', fit);
      document.body.append(host);
      return { root, holder };
    },
    onRemove(listener: () => void) {
      removed = listener;
    },
    remove() {
      isRemoved = true;
      visualViewport?.removeEventListener('resize', fit);
      removed();
      host.remove();
      delete window.Hanasu;
    },
  };
}

/** Name of the file with the chat, below the folder of the widget; the build puts it in. */
declare const CHAT_FILE: string;

type ChatModule = typeof import('./chat-app.tsx');

/**
 * Loads the chat, which pages that only show the launcher don't need. `import` carries the script's own nonce, so the
 * content policy that lets the launcher in lets the chat in, too.
 *
 * A launcher that the browser has kept may name a file that an update of the server has replaced: then the newest
 * launcher takes this one's place, once, and opens the chat if this one was about to.
 */
function createChatLoader(from: HTMLScriptElement): (isOpening: boolean) => Promise<ChatModule> {
  const file = new URL(CHAT_FILE, from.src).href;
  let loading: Promise<ChatModule> | null = null;
  // The launcher before this one may have asked for the same file in vain.
  let tries = from.dataset.renewed === undefined ? 0 : 1;
  const load = async (isOpening: boolean): Promise<ChatModule> => {
    try {
      // Some browsers remember that an address could not be loaded.
      const address = tries > 0 ? `${file}?${tries}` : file;
      tries += 1;
      return await import(/* @vite-ignore */ address);
    } catch (error) {
      loading = null;
      const { dataset } = from;
      if (dataset.renewed !== undefined) throw error;
      dataset.renewed = isOpening ? 'open' : '';
      const newest = new URL(from.src);
      newest.searchParams.set('renewed', String(Date.now()));
      await import(/* @vite-ignore */ newest.href).catch((failure: unknown) => {
        // Not even that can be reached: later it may be.
        delete dataset.renewed;
        throw failure;
      });
      throw error;
    }
  };
  return (isOpening) => {
    loading ??= load(isOpening);
    return loading;
  };
}
