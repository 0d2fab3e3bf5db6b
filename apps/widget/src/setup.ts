import type { Identity } from './chat-app.tsx';

/** How one chat is started; the same setup again is the same chat. */
export interface Setup {
  /** Address of this script. */
  readonly src: string;
  readonly bot: string;
  readonly lang: string | undefined;
  readonly identity: Identity | null;
  /** The chat alone, as a page of our own host. */
  readonly isPage: boolean;
  /** Drawn as the settings of our own host say. */
  readonly isPreview: boolean;
}

/** `window.hanasuSettings`, for sites whose tag manager keeps no attributes of a script. */
interface HanasuSettings {
  readonly bot?: string;
  readonly lang?: string;
  readonly userId?: string;
  readonly userName?: string;
  readonly userHash?: string;
  /** Where Hanasu is, if the script is put into the page as text. */
  readonly url?: string;
}
declare global {
  interface Window {
    hanasuSettings?: HanasuSettings;
    HanasuSettings?: HanasuSettings;
  }
}

const NAME = '/widget.js';
const ADDRESS = /https?:\/\/[^\s()@]*\/widget\.js(?:\?[^\s():]*)?/;

interface OwnScript {
  readonly src: string;
  readonly dataset: DOMStringMap;
}

/** Our element, if we are a classic script of the page. A tag manager that runs us as text has one of its own. */
function ownElement(): OwnScript | null {
  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) return null;
  const { src, dataset } = currentScript;
  return src && (src.includes(NAME) || dataset.bot) ? currentScript : null;
}

/** Called while the script runs. Modules have no element, and an address all the same: that of the code which runs. */
export function findScript(): OwnScript | null {
  const own = ownElement();
  if (own) return own;
  const [src] = ADDRESS.exec(new Error().stack ?? '') ?? [];
  const scripts = [...document.querySelectorAll<HTMLScriptElement>(`script[src*="${NAME}"]`)];
  const element = scripts.find((one) => one.src === src) ?? scripts.find(({ dataset }) => dataset.bot);
  if (element) return { src: src ?? element.src, dataset: element.dataset };
  return src === undefined ? null : { src, dataset: {} };
}

function identityOf({ userId, userName, userHash }: HanasuSettings): Identity | null {
  if (!userId || !userHash) return null;
  return { userId, hash: userHash, ...(userName ? { name: userName } : {}) };
}

/** From the script's attributes, its address and the settings of the page, in this order; a string says what is missing. */
export function findSetup(script: OwnScript | null): Setup | string {
  const { url, ...settings } = window.hanasuSettings ?? window.HanasuSettings ?? {};
  const src = script?.src ?? (url && new URL(NAME, url).href);
  if (!src) return 'window.hanasuSettings has no url, the address of Hanasu';
  const query = new URL(src).searchParams;
  const attributes = script?.dataset ?? {};
  const bot = attributes.bot || query.get('bot') || settings.bot;
  if (!bot)
    return 'the id of the bot is missing: set data-bot="BOT_ID" on the script, ?bot=BOT_ID on its address, or window.hanasuSettings = { bot: "BOT_ID" }';
  return {
    src,
    bot,
    lang: attributes.lang || query.get('lang') || settings.lang,
    identity: identityOf(attributes) ?? identityOf(settings),
    isPage: attributes.page !== undefined,
    isPreview: attributes.preview !== undefined,
  };
}

/** Differs for another bot, visitor, language or server. */
export const keyOf = ({ src, bot, lang, identity }: Setup): string =>
  JSON.stringify([new URL(src).origin, bot, lang ?? '', identity]);
