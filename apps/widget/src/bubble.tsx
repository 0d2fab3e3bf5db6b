/** @jsxImportSource preact */
import type { EmbedLook } from '@hanasu/contract/embed';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Chat, useTalk } from './chat.tsx';
import { Icon } from './icons.tsx';
import type { Keep } from './keep.ts';
import type { Talk } from './talk.ts';
import type { Language, Words } from './words.ts';

interface BubbleProps {
  readonly look: EmbedLook;
  readonly language: Language;
  readonly words: Words;
  readonly talk: Talk;
  readonly keep: Keep;
  /** Hands the site the ways to open and close it. */
  readonly onReady: (set: (isOpen: boolean) => void) => void;
}

/** Full screen: opened on the page before it would hide the page that was asked for. */
const isSmall = (): boolean => matchMedia('(max-width:480px)').matches;

/** The launcher, the greeting beside it, and the chat as a dialog above. */
export function Bubble({ look, language, words, talk, keep, onReady }: BubbleProps) {
  const [isOpen, setOpen] = useState(() => keep.read().open === true && !isSmall());
  const [isGreeting, setGreeting] = useState(false);
  const { said } = useTalk(talk);
  const launcher = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);

  const change = (open: boolean) => {
    wasAsked.current = true;
    setOpen(open);
    keep.write({ open, greeted: true });
    setGreeting(false);
  };
  useEffect(() => onReady(change), []);

  useEffect(() => {
    if (keep.read().visitor) void talk.load();
    const { greetingDelay } = look;
    if (greetingDelay === null || keep.read().greeted || !look.texts[language].greeting) return;
    const timer = setTimeout(() => setGreeting(true), greetingDelay * 1000);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!wasAsked.current) return;
    // The focus goes where the person went; a page that is merely loaded doesn't take it.
    const first = isOpen ? panel.current?.querySelector<HTMLElement>('[data-first]') : launcher.current;
    first?.focus();
  }, [isOpen]);

  const last = said.findLast(({ from, state }) => from !== 'visitor' && state === 'done');
  useEffect(() => {
    if (isOpen && last) keep.write({ seen: last.id });
  }, [isOpen, last?.id]);
  const answers = said.filter(({ from, state }) => from !== 'visitor' && state === 'done');
  const seenAt = answers.findIndex(({ id }) => id === keep.read().seen);
  const unread = isOpen ? 0 : answers.length - 1 - seenAt + (isGreeting && answers.length === 0 ? 1 : 0);

  return (
    <>
      {isOpen && (
        <div
          ref={panel}
          class={`p f ${look.position}`}
          role="dialog"
          aria-modal={isSmall()}
          aria-label={look.texts[language].title}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.isComposing) change(false);
            else if (event.key === 'Tab') keepInside(event, panel.current);
          }}
        >
          <Chat {...{ look, language, words, talk }} isFramed onClose={() => change(false)} />
        </div>
      )}
      {isGreeting && !isOpen && (
        <div class={`g ${look.position}`} role="status">
          <button type="button" class="t" onClick={() => change(true)}>
            {look.texts[language].greeting}
          </button>
          <button
            type="button"
            class="x"
            aria-label={words.dismiss}
            onClick={() => {
              setGreeting(false);
              keep.write({ greeted: true });
              launcher.current?.focus();
            }}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      <button
        ref={launcher}
        type="button"
        class={`l ${look.position}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={
          unread > 0 ? `${words.open} (${unread} ${words.unread})` : isOpen ? words.close : words.open
        }
        onClick={() => change(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : look.launcher} />
        {unread > 0 && (
          <span class="n" aria-hidden="true">
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </button>
    </>
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
