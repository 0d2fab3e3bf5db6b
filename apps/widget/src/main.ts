import type { EmbedLook } from '@hanasu/contract/embed';
import type { ChatOptions } from './chat-app.tsx';
import { createChatStorage } from './chat-storage.ts';
import { createLauncher } from './launcher.ts';
import { chooseLanguage, type Language, launcherWords } from './launcher-words.ts';
import { createChatLoader, type LoadChat, type Renewal } from './load-chat.ts';
import { createMount } from './mount.ts';
import { findScript, findSetup, keyOf, type Setup } from './setup.ts';

/** What a site can do with the chat: `window.Hanasu`. */
interface HanasuWidget {
  open(): void;
  close(): void;
  /** Takes it off the page, until the script runs again. */
  remove(): void;
  /** Of its setup; absent where there is no chat. */
  key?: string;
  renewal?: Renewal;
}
declare global {
  interface Window {
    Hanasu?: HanasuWidget;
  }
}

const { renewal } = window.Hanasu ?? {};
if (renewal) void start(renewal.setup, renewal);
else {
  const script = findScript();
  const found = findSetup(script);
  // A tag manager may run the script before the settings of the page.
  if (typeof found !== 'string') begin(found);
  else if (document.readyState === 'complete') explain(found);
  else
    addEventListener('load', () => {
      const late = findSetup(script);
      if (typeof late === 'string') explain(found);
      else begin(late);
    });
}

/** Where the owner of a site looks for the reason. */
function explain(reason: string): void {
  // biome-ignore lint/suspicious/noConsole: see above.
  console.warn(`Hanasu chat is not shown: ${reason}`);
}

/** Once for each setup, however often the script runs. */
function begin(setup: Setup): void {
  if (setup.isPreview) preview(setup);
  else if (window.Hanasu?.key !== keyOf(setup)) void start(setup);
}

/** What the settings send to the page on which they draw the chat. */
interface Preview {
  readonly hanasuPreview: EmbedLook;
  readonly language: Language;
  readonly scheme: 'light' | 'dark';
}

/** Drawn again with each look that the settings of the same host send. */
function preview(setup: Setup): void {
  const { bot } = setup;
  const load = createChatLoader(setup, false);
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

async function start(setup: Setup, renewed?: Renewal): Promise<void> {
  window.Hanasu?.remove();
  const { src, bot, identity, isPage } = setup;
  const query = isPage ? new URLSearchParams(location.search).get('lang') : null;
  const own = isPage ? null : document.documentElement.lang;
  const language = chooseLanguage(query, setup.lang, own, ...navigator.languages);
  const storage = createChatStorage(identity ? `${bot}:${identity.userId}` : bot);
  const base = new URL(src).origin;
  const load = createChatLoader(setup, renewed !== undefined);
  const mount = createMount(isPage);
  let isWanted = renewed?.isOpening ?? false;
  const widget: HanasuWidget = {
    open: () => (isWanted = true),
    close: () => (isWanted = false),
    remove: mount.remove,
    key: keyOf(setup),
  };
  window.Hanasu = widget;
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const look = await readLook(base, bot);
  const isShown = typeof look !== 'string';
  if (!isShown) {
    explain(look);
    // The script may run again when it is allowed, or can be reached.
    delete widget.key;
  }
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
  Object.assign(widget, { open, close });
  if (isWanted) open();
}

/** The look of a bot's chat, or the code of why there is none. Nothing of the site goes along. */
async function readLook(base: string, bot: string): Promise<EmbedLook | string> {
  try {
    const response = await fetch(`${base}/api/embed/${encodeURIComponent(bot)}/config`, {
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
async function fillPage(holder: HTMLElement, options: ChatOptions, load: LoadChat): Promise<void> {
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
