/** @jsxImportSource preact */
import type { EmbedLook } from '@hanasu/contract/embed';
import type { VisitorForm, VisitorQuickReply } from '@hanasu/contract/visitors';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from './conversation.ts';
import { isInputMethodKey } from './input-method.ts';
import { LAUNCHER_PATHS } from './launcher-icons.ts';
import type { Language } from './launcher-words.ts';
import { Bubbles, FORM_LINK, Message } from './message.tsx';
import { errorMessage, type Words } from './words.ts';

const PATHS = {
  close: LAUNCHER_PATHS.close,
  down: LAUNCHER_PATHS.down,
  send: 'M12 19V5M5 12l7-7 7 7',
  fresh: 'M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5',
} as const;
type IconName = keyof typeof PATHS;

const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
);

interface ChatProps {
  readonly look: EmbedLook;
  readonly language: Language;
  readonly words: Words;
  readonly conversation: Conversation;
  /** Absent where there is nothing to go back to. */
  readonly onClose?: (() => void) | undefined;
  readonly isFramed: boolean;
}

const NEAR_END = 48;

/** The conversation, from its head to the field one writes in. */
export function Chat({ look, language, words, conversation, onClose, isFramed }: ChatProps) {
  const state = useConversation(conversation);
  const texts = look.texts[language];
  const log = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  const [spoken, setSpoken] = useState('');
  const { said, busy, fault, quickReplies } = state;

  useEffect(() => {
    let isOpen = true;
    void conversation.load();
    void conversation.watch(() => isOpen);
    return () => {
      isOpen = false;
    };
  }, [conversation]);
  useLayoutEffect(() => {
    const element = log.current;
    if (element && follow.current) element.scrollTop = element.scrollHeight;
  }, [said, fault, quickReplies]);
  // Each word as it is written would be noise for a listener; the finished answer is read once.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (busy) setSpoken(words.writing);
    else if (wasBusy.current)
      setSpoken(said.at(-1)?.from === 'visitor' ? '' : plain(said.at(-1)?.text ?? ''));
    wasBusy.current = busy;
  }, [busy]);

  const ask = (text: string) => {
    follow.current = true;
    void conversation.ask(text);
  };
  return (
    <>
      <header>
        {look.logoUrl && <Logo src={conversation.base + look.logoUrl} />}
        <h2>{texts.title}</h2>
        {said.length > 0 && !busy && (
          <button
            type="button"
            class="x"
            aria-label={words.fresh}
            title={words.fresh}
            onClick={conversation.fresh}
          >
            <Icon name="fresh" />
          </button>
        )}
        {onClose && (
          <button type="button" class="x" aria-label={words.close} title={words.close} onClick={onClose}>
            <Icon name={isFramed ? 'down' : 'close'} />
          </button>
        )}
      </header>
      <div
        class="log"
        ref={log}
        role="log"
        aria-live="off"
        aria-label={words.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follow.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
        }}
      >
        <div class="c">
          {look.greetingBubbles.length > 0 ? (
            <div class="m bot wide">
              <Bubbles bubbles={look.greetingBubbles} base={conversation.base} onSay={ask} />
            </div>
          ) : (
            texts.greeting && <div class="m bot">{texts.greeting}</div>
          )}
          {said.length === 0 && look.suggestedQuestions.length > 0 && (
            <div class="q">
              {look.suggestedQuestions.map((question) => (
                <button type="button" key={question} onClick={() => ask(question)}>
                  {question}
                </button>
              ))}
            </div>
          )}
          {said.map((one) => (
            <Message key={one.id} said={one} words={words} base={conversation.base} onSay={ask}>
              {one.form && (
                <FormInside
                  form={one.form}
                  url={FORM_LINK.exec(one.text)?.[1] ?? ''}
                  {...{ conversation, language, words }}
                  onShown={() => {
                    follow.current = false;
                  }}
                />
              )}
            </Message>
          ))}
          {quickReplies.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
            <div class="q r" role="group" aria-label={words.replies}>
              {quickReplies.map((reply) => (
                <button
                  type="button"
                  key={reply.label}
                  aria-label={spokenLabel(reply, words)}
                  onClick={() => {
                    follow.current = true;
                    void conversation.tap(reply);
                    // The button goes away; a keyboard goes on from here.
                    log.current?.focus();
                  }}
                >
                  {reply.label}
                </button>
              ))}
            </div>
          )}
          {state.handling === 'waiting' && <div class="who">{words.waiting}</div>}
          {fault && (
            <div class="e" role="alert">
              <p>{errorMessage(language, fault.code, fault.retryAfter)}</p>
              <button type="button" onClick={() => void conversation.again()}>
                {words.again}
              </button>
            </div>
          )}
        </div>
      </div>
      <div class="v" aria-live="polite">
        {spoken}
      </div>
      <div class="v" aria-live="polite">
        {quickReplies.length > 0 &&
          `${words.replies}: ${quickReplies.map((reply) => spokenLabel(reply, words)).join(', ')}`}
      </div>
      <Composer words={words} placeholder={texts.placeholder || words.placeholder} busy={busy} onSend={ask} />
    </>
  );
}

/** Left out where the site's own policy refuses it. */
function Logo({ src }: { readonly src: string }) {
  const [isThere, setThere] = useState(true);
  return isThere ? <img class="i" src={src} alt="" onError={() => setThere(false)} /> : null;
}

/** Draws the chat anew when it changes. */
function useConversation(conversation: Conversation) {
  const [state, setState] = useState(conversation.state());
  useEffect(() => {
    setState(conversation.state());
    const leave = conversation.listen(() => setState(conversation.state()));
    return () => void leave();
  }, [conversation]);
  return state;
}

interface ComposerProps {
  readonly words: Words;
  readonly placeholder: string;
  readonly busy: boolean;
  readonly onSend: (text: string) => void;
}

function Composer({ words, placeholder, busy, onSend }: ComposerProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  const send = () => {
    const message = text.trim();
    if (!message || busy) return;
    setText('');
    onSend(message);
    field.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="c">
        <div class="b">
          <textarea
            ref={field}
            rows={1}
            maxLength={4000}
            value={text}
            placeholder={placeholder}
            aria-label={words.message}
            data-first
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || isInputMethodKey(event)) return;
              event.preventDefault();
              send();
            }}
          />
          <button type="submit" disabled={busy || !text.trim()} aria-label={words.send} title={words.send}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </form>
  );
}

/** Stars as words; other labels are words, and a shortened question is read in full. */
function spokenLabel({ text, action }: VisitorQuickReply, words: Words): string {
  const score = action?.split('satisfaction:')[1];
  return score ? words.stars.replace('{score}', score) : text;
}

/** Without the marks of markdown and sources, which a reader would spell out. */
const plain = (markdown: string): string => markdown.replace(/\[\d+\]|[*_`#]/g, '');

interface FormInsideProps {
  readonly form: VisitorForm;
  readonly url: string;
  readonly conversation: Conversation;
  readonly language: Language;
  readonly words: Words;
  readonly onShown: () => void;
}

/** `in-chat.tsx` of the form's own app, which is built apart. */
interface FormModule {
  showForm(
    host: HTMLElement,
    form: Pick<VisitorForm, 'slug' | 't'> & {
      readonly base: string;
      readonly language: Language;
      readonly onSent: () => void;
    },
  ): Promise<() => void>;
}

/** Name of the file with what forms need, below the folder of the widget; the build puts it in. */
declare const FORM_FILE: string;

/** A form that is filled in here; where what it needs can't be had, its page is linked. */
function FormInside({ form, url, conversation, language, words, onShown }: FormInsideProps) {
  const { slug, t, isSent } = form;
  const { base } = conversation;
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'sent'>('loading');
  useEffect(() => {
    let isThere = true;
    let remove = (): void => undefined;
    const onSent = () => {
      setState('sent');
      void conversation.renew();
    };
    const show = async () => {
      const { showForm }: FormModule = await import(/* @vite-ignore */ new URL(FORM_FILE, base).href);
      if (!host.current || !isThere) return;
      onShown();
      remove = await showForm(host.current, { base, slug, t, language, onSent });
      setState('shown');
      host.current?.scrollIntoView({ block: 'nearest' });
    };
    if (!isSent) void show().catch(() => setState('failed'));
    return () => {
      isThere = false;
      remove();
    };
  }, [slug, t]);
  if (isSent || state === 'sent') return <p class="y">✓ {words.formSent}</p>;
  return (
    <>
      {state === 'loading' && <p class="who">{words.loading}</p>}
      {state === 'failed' && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      )}
      <div ref={host} />
    </>
  );
}
