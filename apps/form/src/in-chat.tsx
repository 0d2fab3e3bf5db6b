/** @jsxImportSource preact */
import type { FormLanguage } from '@hanasu/contract/form-definition';
import type { PublicForm } from '@hanasu/contract/form-submissions';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goOn, newKey, now, untilOnline } from './browser.ts';
import { createDraftStorage, createFilling } from './filling.ts';
import css from './form.css?inline';
import { Form } from './form.tsx';
import { createFormApi } from './form-api.ts';

interface FormInChat {
  /** Where the server is. */
  readonly base: string;
  readonly slug: string;
  /** Says who is in front of the chat. */
  readonly t: string;
  /** Of the chat; the form may have others. */
  readonly language: FormLanguage;
  /** The server has taken it. */
  readonly onSent: () => void;
}

/** Shows a form in an element of the chat, with a style of its own. Returns how to take it off. */
export async function showForm(host: HTMLElement, given: FormInChat): Promise<() => void> {
  const { base, slug, t } = given;
  const api = createFormApi(slug, base);
  const form = await api.load(t);
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const element = document.createElement('div');
  element.className = 'in-chat';
  root.replaceChildren(element);
  render(<InChat {...given} form={form} api={api} />, element);
  return () => {
    render(null, element);
    element.remove();
  };
}

interface InChatProps extends FormInChat {
  readonly form: PublicForm;
  readonly api: ReturnType<typeof createFormApi>;
}

function InChat({ slug, t, form, api, onSent, ...given }: InChatProps) {
  const { languages } = form.definition;
  const [language, setLanguage] = useState(
    () => languages.find((each) => each === given.language) ?? languages[0] ?? 'en',
  );
  const chosen = useRef(language);
  chosen.current = language;
  const [filling] = useState(() =>
    createFilling({
      ...{ api, form, slug, t, newKey, now, inApp: null, owner: t },
      params: new URLSearchParams(),
      language: () => chosen.current,
      storage: createDraftStorage(slug, now),
      wait: untilOnline,
    }),
  );
  useEffect(() => {
    let before = filling.state().phase;
    const leave = filling.subscribe(() => {
      const { phase } = filling.state();
      if (phase === 'sent' && before !== 'sent') onSent();
      before = phase;
    });
    filling.resume();
    return leave;
  }, [filling]);
  return (
    <Form
      filling={filling}
      upload={api.upload}
      findPlace={api.findPlace}
      language={language}
      onLanguage={setLanguage}
      onRetry={goOn}
      isInChat
    />
  );
}
