import type { Setup } from './setup.ts';

/** Name of the file with the chat, below the folder of the widget; the build puts it in. */
declare const CHAT_FILE: string;

type ChatModule = typeof import('./chat-app.tsx');

/** Asked for by a launcher whose chat is gone from the server: the newest one takes its place, and opens the chat. */
export interface Renewal {
  readonly setup: Setup;
  readonly isOpening: boolean;
}

export type LoadChat = (isOpening: boolean) => Promise<ChatModule>;

/**
 * Loads the chat, which pages that only show the launcher don't need. `import` carries the script's own nonce, so the
 * content policy that lets the launcher in lets the chat in, too.
 *
 * A launcher that the browser has kept may name a file that an update of the server has replaced: then the newest
 * launcher takes this one's place, once, and opens the chat if this one was about to.
 */
export function createChatLoader(setup: Setup, isRenewed: boolean): LoadChat {
  const file = new URL(CHAT_FILE, setup.src).href;
  let loading: Promise<ChatModule> | null = null;
  // The launcher before this one may have asked for the same file in vain.
  let tries = isRenewed ? 1 : 0;
  const load = async (isOpening: boolean): Promise<ChatModule> => {
    try {
      // Some browsers remember that an address could not be loaded.
      const address = tries > 0 ? `${file}?${tries}` : file;
      tries += 1;
      return await import(/* @vite-ignore */ address);
    } catch (error) {
      loading = null;
      const widget = window.Hanasu;
      if (isRenewed || !widget) throw error;
      widget.renewal = { setup, isOpening };
      const newest = new URL(setup.src);
      newest.searchParams.set('renewed', String(Date.now()));
      await import(/* @vite-ignore */ newest.href).catch((failure: unknown) => {
        // Not even that can be reached: later it may be.
        delete widget.renewal;
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
