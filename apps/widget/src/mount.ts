import type { EmbedLook } from '@hanasu/contract/embed';
import { sheetOf } from './launcher.ts';
import type { Language } from './launcher-words.ts';

const NO_COLOUR = '#15803d';
/** A name that no site uses: what compares pages to change them would take a `div` for one of theirs. */
const HOST = 'hanasu-chat';
/** A page that takes us off as often as we come back is given a rest. */
const RETURNS_MAX = 20;
const REST_MS = 1_000;

/**
 * Keeps an element in the body, whatever changes the page without loading it: bodies are replaced (Turbo, Swup), cleared,
 * compared with others (morphing) or copied. Copies are taken off, since they hold no shadow root. Returns how to stop.
 */
function keepInBody(host: HTMLElement, onReturn: () => void): () => void {
  let returns = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    for (const node of [document, document.documentElement, document.body])
      if (node) observer.observe(node, { childList: true });
  };
  const restore = (): void => {
    watch();
    for (const other of [...document.getElementsByTagName(HOST)]) if (other !== host) other.remove();
    if (host.isConnected || !document.body || returns >= RETURNS_MAX) return;
    returns += 1;
    rest ??= setTimeout(() => {
      rest = undefined;
      returns = 0;
      restore();
    }, REST_MS);
    document.body.append(host);
    onReturn();
  };
  const observer = new MutationObserver(restore);
  document.body.append(host);
  watch();
  return () => {
    observer.disconnect();
    clearTimeout(rest);
    host.remove();
  };
}

/** Remembers the field in focus and how far lists are scrolled, which an element loses that leaves the page. */
function rememberPlace(root: ShadowRoot): () => void {
  let focused: EventTarget | undefined;
  const scrolled = new Map<Element, number>();
  root.addEventListener('focusin', (event) => {
    [focused] = event.composedPath();
  });
  root.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (root.host.isConnected && !root.activeElement) focused = undefined;
    }),
  );
  root.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof Element && root.host.isConnected) scrolled.set(target, target.scrollTop);
    },
    { capture: true, passive: true },
  );
  return () => {
    for (const [element, top] of scrolled) {
      if (root.contains(element)) element.scrollTop = top;
      else scrolled.delete(element);
    }
    if (focused instanceof HTMLElement && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
  };
}

/** A root of our own: the site's styles don't reach in, and ours don't reach out. */
export function createMount(isPage: boolean) {
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: 'open' });
  const holder = document.createElement('div');
  holder.className = 'h';
  root.append(holder);
  // What a keyboard leaves of a phone's screen; browsers differ in whether they make the page smaller themselves.
  const fit = () => holder.style.setProperty('--vh', `${visualViewport?.height ?? innerHeight}px`);
  let isRemoved = false;
  let leave = (): void => undefined;
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
      leave = keepInBody(host, rememberPlace(root));
      return { root, holder };
    },
    onRemove(listener: () => void) {
      removed = listener;
    },
    remove() {
      isRemoved = true;
      visualViewport?.removeEventListener('resize', fit);
      removed();
      leave();
      delete window.Hanasu;
    },
  };
}
