/** @jsxImportSource preact */
import type { FormLanguage, FormWords } from '@hanasu/contract/form-definition';
import type { PublicForm } from '@hanasu/contract/form-submissions';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field, problemText } from './fields.tsx';
import type { Filling } from './filling.ts';
import { type FillingState, problemsOf, shownFields, shownPages } from './filling-state.ts';
import type { FormApi } from './form-api.ts';
import { FormViewProvider, inputId, useFormView } from './form-view.ts';
import { fill, LANGUAGE_NAMES, WORDS } from './words.ts';

interface FormProps {
  readonly filling: Filling;
  readonly upload: FormApi['upload'];
  readonly findPlace: FormApi['findPlace'];
  readonly language: FormLanguage;
  readonly onLanguage: (language: FormLanguage) => void;
  /** Absent: there is no doubt who it is. */
  readonly onNotThem?: () => void;
  readonly onRetry: () => void;
  /** It stands in a chat, whose page has a title and parts of its own. */
  readonly isInChat?: boolean;
}

function useFilling(filling: Filling): FillingState {
  const [state, setState] = useState(filling.state);
  useEffect(() => filling.subscribe(() => setState(filling.state())), [filling]);
  return state;
}

/** All of a form that was found. */
export function Form({
  filling,
  upload,
  findPlace,
  language,
  onLanguage,
  onNotThem,
  onRetry,
  isInChat = false,
}: FormProps) {
  const state = useFilling(filling);
  const { definition } = state.form;
  const words = WORDS[language];
  const text = (texts: FormWords): string =>
    texts[language] || (definition.languages[0] && texts[definition.languages[0]]) || '';
  const title = text(definition.title);
  useEffect(() => {
    if (isInChat) return;
    document.documentElement.lang = language;
    document.title = title;
  }, [isInChat, language, title]);
  const [Title, Body] = isInChat ? (['h2', 'div'] as const) : (['h1', 'main'] as const);
  const view = { filling, state, upload, findPlace, language, words, text };
  return (
    <FormViewProvider value={view}>
      <div class={isInChat ? undefined : 'page'} lang={language} style={colorsOf(state.form.shop.color)}>
        <header>
          {definition.languages.length > 1 && (
            <label class="language">
              <span class="unseen">{words.language}</span>
              <select
                value={language}
                onChange={({ currentTarget }) => {
                  const chosen = definition.languages.find((each) => each === currentTarget.value);
                  if (chosen) onLanguage(chosen);
                }}
              >
                {definition.languages.map((each) => (
                  <option key={each} value={each} lang={each}>
                    {LANGUAGE_NAMES[each]}
                  </option>
                ))}
              </select>
            </label>
          )}
          {!isInChat && state.form.shop.name && <Shop {...state.form.shop} />}
          <Title class="title">{title}</Title>
        </header>
        <Body>
          {state.phase === 'filling' ? (
            <Questions {...(onNotThem ? { onNotThem } : {})} />
          ) : (
            <Outcome onRetry={onRetry} />
          )}
        </Body>
        {!isInChat && <Foot privacyUrl={state.form.shop.privacyUrl} label={words.privacy} />}
      </div>
    </FormViewProvider>
  );
}

/** Whose page it is, with its logo or the first letter of the name. */
const Shop = ({ name, logoUrl }: Pick<PublicForm['shop'], 'name' | 'logoUrl'>) => (
  <p class="shop">
    {logoUrl ? (
      <img class="logo" src={logoUrl} alt="" />
    ) : (
      <span class="mark" aria-hidden="true">
        {[...new Intl.Segmenter().segment(name)][0]?.segment}
      </span>
    )}
    {name}
  </p>
);

/** Buttons in the colour of the shop, with the text on them in black or white, whichever is read better. */
function colorsOf(color: string | null): Record<string, string> | undefined {
  if (!color) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // WCAG 2.2, relative luminance: at this one, the contrast with both is the same.
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
  return { '--fill': color, '--fill-hover': color, '--on-fill': isLight ? '#000000' : '#ffffff' };
}

interface FootProps {
  readonly privacyUrl?: string | null;
  readonly label?: string;
}

export const Foot = ({ privacyUrl, label }: FootProps) => (
  <footer>
    {privacyUrl && (
      <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    )}
    <span>Hanasu</span>
  </footer>
);

/** Said and focused when it comes. */
export function Notice({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [title]);
  return (
    <section class="notice">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Instead of the questions: it is being sent, was sent, or can't be any more. */
function Outcome({ onRetry }: { readonly onRetry: () => void }) {
  const { filling, state, words, text } = useFormView();
  const { definition } = state.form;
  if (state.phase === 'sending') {
    return (
      <Notice title={words.sending}>
        <p>{words.sendingText}</p>
      </Notice>
    );
  }
  if (state.phase === 'waiting') {
    return (
      <Notice title={words.waiting}>
        <p>{words.waitingText}</p>
        <button type="button" class="button" onClick={onRetry}>
          {words.retry}
        </button>
      </Notice>
    );
  }
  if (state.phase === 'sent') {
    return (
      <Notice title={words.sent}>
        <p>{text(definition.thanks) || words.sentText}</p>
        {state.form.state === 'open' && (
          <button type="button" class="button" onClick={filling.restart}>
            {words.again}
          </button>
        )}
      </Notice>
    );
  }
  const { state: formState } = state.form;
  const title = state.refusal
    ? words.refusals[state.refusal]
    : words.states[formState === 'open' ? 'closed' : formState];
  return (
    <Notice title={title}>
      <p>{text(definition.closed)}</p>
    </Notice>
  );
}

function Questions({ onNotThem }: Pick<FormProps, 'onNotThem'>) {
  const { filling, state, words, text } = useFormView();
  const { definition, person } = state.form;
  const pages = shownPages(state);
  const place = Math.max(0, pages.indexOf(state.page));
  const isLast = place === pages.length - 1;
  const page = definition.pages[state.page];
  const shown = new Set(shownFields(state).map(({ key }) => key));
  const [tries, setTries] = useState(0);
  const goOn = async (): Promise<void> => {
    const isDone = isLast ? await filling.send() : filling.next();
    if (!isDone) setTries((count) => count + 1);
  };
  const label = () => {
    if (!isLast) return words.next;
    return state.isAwaitingFiles ? words.sending : text(definition.submit) || words.send;
  };
  const lead = place === 0 ? text(definition.lead) : '';
  const title = page ? text(page.title) : '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void goOn();
      }}
    >
      {lead && <p class="lead">{lead}</p>}
      {person && onNotThem && (
        <p class="person">
          <span>{fill(words.person, { name: person.name })}</span>
          <button type="button" class="quiet" onClick={onNotThem}>
            {words.notYou}
          </button>
        </p>
      )}
      <Place place={place} count={pages.length} title={title} />
      <Summary tries={tries} />
      {page?.fields
        .filter(({ key }) => shown.has(key))
        .map((field) => (
          <Field key={field.key} field={field} />
        ))}
      <div class="actions">
        <button type="submit" class="button main" aria-disabled={isLast && state.isAwaitingFiles}>
          {label()}
        </button>
        {place > 0 && (
          <button type="button" class="button" onClick={() => filling.show(pages[place - 1] ?? 0)}>
            {words.back}
          </button>
        )}
      </div>
      <p class="kept">{words.kept}</p>
    </form>
  );
}

interface PlaceProps {
  readonly place: number;
  readonly count: number;
  readonly title: string;
}

/** Which page it is. Gets the focus when the page changes, so that reading goes on from there. */
function Place({ place, count, title }: PlaceProps) {
  const { words } = useFormView();
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(place);
  useLayoutEffect(() => {
    if (before.current === place) return;
    before.current = place;
    element.current?.focus();
    element.current?.scrollIntoView({ block: 'start' });
  }, [place]);
  if (count < 2 && !title) return null;
  return (
    <div class="place" ref={element} tabIndex={-1}>
      {count > 1 && (
        <>
          <p>{fill(words.page, { page: place + 1, pages: count })}</p>
          <div class="steps" aria-hidden="true">
            {Array.from({ length: count }, (_, index) => (
              <i key={index} class={index <= place ? 'done' : ''} />
            ))}
          </div>
        </>
      )}
      {title && <h2>{title}</h2>}
    </div>
  );
}

/** What is wrong on this page, with a way to each of it; focused when somebody wanted to go on. */
function Summary({ tries }: { readonly tries: number }) {
  const { state, words, language, text } = useFormView();
  const element = useRef<HTMLDivElement>(null);
  const problems = problemsOf(state);
  const page = state.form.definition.pages[state.page];
  const wrong = (page?.fields ?? []).flatMap((field) => {
    const problem = problems[field.key];
    const isShown = state.checked.has(field.key) && field.kind !== 'hidden';
    return problem && isShown ? [{ field, problem }] : [];
  });
  const isSaid = state.refusal !== null || wrong.length > 0;
  const refusals = state.refusal ?? Object.keys(state.refused).join();
  // Before the paint: an effect after it would take the focus from a field that is typed into by then.
  useLayoutEffect(() => {
    if (isSaid && (tries > 0 || refusals)) element.current?.focus();
  }, [tries, refusals]);
  if (!isSaid) return null;
  return (
    <section class="summary" ref={element} tabIndex={-1} aria-labelledby="summary">
      <h2 id="summary">{state.refusal ? words.refusals[state.refusal] : words.check}</h2>
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ field, problem }) => (
            <li key={field.key}>
              <a
                href={`#${inputId(field.key)}`}
                onClick={(event) => {
                  event.preventDefault();
                  // Of the page, or of what the chat has of it.
                  const root = element.current?.getRootNode();
                  const isRoot = root instanceof Document || root instanceof ShadowRoot;
                  const input = isRoot ? root.getElementById(inputId(field.key)) : null;
                  input?.focus();
                  input?.closest('.field')?.scrollIntoView({ block: 'start' });
                }}
              >
                {'label' in field ? text(field.label) : ''}
              </a>
              <span> {problemText(problem, { field, words, language, today: state.form.today })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
