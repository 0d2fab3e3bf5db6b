/** @jsxImportSource preact */
import type { EmbedLook } from '@hanasu/contract/embed';
import { render } from 'preact';
import { createApi, type Identity } from './api.ts';
import { Chat } from './chat.tsx';
import { chatSheet } from './chat-styles.ts';
import type { Keep } from './keep.ts';
import type { Language } from './launcher-words.ts';
import { type Frame, Panel } from './panel.tsx';
import { createTalk } from './talk.ts';
import { faultWords, wordsOf } from './words.ts';

export type { Identity };

export interface ChatOptions {
  readonly root: ShadowRoot;
  /** Where the server is. */
  readonly base: string;
  readonly bot: string;
  readonly language: Language;
  readonly keep: Keep;
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
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function openChat({ root, base, bot, language, keep, identity, look }: ChatOptions): ChatApp {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, chatSheet()];
  const isClosed = typeof look === 'string';
  const talk = createTalk(createApi(base, bot), keep, identity, pause, !isClosed && look.identityRequired);
  return {
    load: talk.load,
    listen: talk.listen,
    answers: () =>
      talk
        .state()
        .said.filter(({ from, state }) => from !== 'visitor' && state === 'done')
        .map(({ id }) => id),
    show(element, frame) {
      if (isClosed) return render(<p class="m">{faultWords(language, look, null)}</p>, element);
      const shared = { look, language, words: wordsOf(language), talk };
      render(frame ? <Panel {...shared} frame={frame} /> : <Chat {...shared} isFramed={false} />, element);
    },
    hide: (element) => render(null, element),
  };
}
