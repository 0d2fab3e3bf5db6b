/** @jsxImportSource preact */
import { FORM_PREVIEW_SLUG, type FormDefinition, type FormLanguage } from '@hanasu/contract/form-definition';
import type { PublicForm } from '@hanasu/contract/form-submissions';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goOn, newKey, now, untilOnline } from './browser.ts';
import { createDraftStorage, createFilling, type Filling } from './filling.ts';
import { Foot, Form, Notice } from './form.tsx';
import './form.css';
import { createFormApi, FormApiError, type InAppProof, type UploadedFile } from './form-api.ts';
import { WORDS } from './words.ts';

/** `/form/{slug}`, or inside LINE `/form/liff/{channel}/{slug}`. */
const [, channelUuid = '', path = ''] = /^\/form\/(?:liff\/([^/]+)\/?)?([^/]*)/.exec(location.pathname) ?? [];
const slug = decodeURIComponent(path);
const params = new URLSearchParams(location.search);
const api = createFormApi(slug);
const storage = createDraftStorage(slug, now);
/** Of the address, of the browser, else the first of those that there are. */
function chooseLanguage(languages: readonly FormLanguage[]): FormLanguage {
  const wanted = [params.get('lang') ?? '', ...navigator.languages].map((tag) =>
    tag.slice(0, 2).toLowerCase(),
  );
  const found = wanted.flatMap((tag) => languages.find((language) => language === tag) ?? []);
  return found[0] ?? languages[0] ?? 'en';
}

/** Without reloading, so that a reload shows the same. */
function changeAddress(name: string, value: string | null): void {
  if (value === null) params.delete(name);
  else params.set(name, value);
  history.replaceState(history.state, '', params.size > 0 ? `?${params}` : location.pathname);
}

interface Liff {
  init(options: { readonly liffId: string }): Promise<void>;
  getIDToken(): string | null;
}
declare global {
  interface Window {
    readonly liff?: Liff;
  }
}

const SCRIPT_MS = 10_000;

/** Only inside LINE; it goes without a proof wherever that fails. `init` may lead to another address and never end. */
async function readInApp(): Promise<InAppProof | null> {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="in-app"]');
  const liffId = mark?.dataset.id;
  if (!mark || !liffId || !/ Line\/| LIFF\b/.test(navigator.userAgent)) return null;
  try {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.onload = () => resolve();
      script.onerror = reject;
      script.src = mark.content;
      document.head.append(script);
      setTimeout(reject, SCRIPT_MS);
    });
    await window.liff?.init({ liffId });
    const token = window.liff?.getIDToken();
    return token ? { channelUuid, token } : null;
  } catch {
    return null;
  }
}

/** Stands for the person of an ID token, whose every new one differs; the server alone decides whether it is true. */
function ownerOf({ token }: InAppProof): string {
  const claims = /"sub":"(\w+)"/.exec(
    atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
  );
  return bytesToHex(sha256(utf8ToBytes(claims?.[1] ?? token)));
}

/** Whoever opens the app outside of LINE is led to the form, as its script does inside. */
function followState(): boolean {
  const state = params.get('liff.state');
  if (slug !== '' || !state?.startsWith('/') || state.startsWith('//')) return false;
  location.replace(location.pathname.replace(/\/$/, '') + state);
  return true;
}

function openFilling(form: PublicForm, language: () => FormLanguage, inApp: InAppProof | null): Filling {
  const t = params.get('t');
  // Who it is, as far as the device is concerned; the token itself changes each time.
  const owner = inApp ? ownerOf(inApp) : t;
  const filling = createFilling({
    api,
    form,
    slug,
    t,
    inApp,
    owner,
    params,
    language,
    storage,
    wait: untilOnline,
    newKey,
    now,
  });
  let page = filling.state().page;
  history.replaceState({ page }, '');
  filling.subscribe(() => {
    const next = filling.state().page;
    if (next !== page && history.state?.page !== next) history.pushState({ page: next }, '');
    page = next;
  });
  addEventListener('popstate', ({ state }) => {
    if (typeof state?.page === 'number' && filling.state().phase === 'filling') filling.show(state.page);
  });
  addEventListener('storage', ({ key }) => {
    if (key === storage.nameOf(owner) && storage.read(owner)?.sent) filling.markSent();
  });
  filling.resume();
  return filling;
}

const LANGUAGES: readonly FormLanguage[] = ['en', 'ja', 'vi'];

function App() {
  const [filling, setFilling] = useState<Filling | null>(null);
  const [language, setLanguage] = useState(() => chooseLanguage(LANGUAGES));
  const shown = useRef(language);
  const show = (chosen: FormLanguage): void => {
    shown.current = chosen;
    setLanguage(chosen);
  };
  const [problem, setProblem] = useState<'notFound' | 'failed' | null>(null);
  const load = async (): Promise<void> => {
    setProblem(null);
    const inApp = await readInApp();
    if (followState()) return;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const loaded = await api.load(params.get('t'));
        // What the proof is refused for is said once it is sent.
        const person = inApp && (await api.readPerson(inApp).catch(() => null));
        const form = person ? { ...loaded, person } : loaded;
        show(chooseLanguage(form.definition.languages));
        return setFilling(openFilling(form, () => shown.current, person && inApp));
      } catch (error) {
        if (!(error instanceof FormApiError)) throw error;
        if (error.status === 404) return setProblem('notFound');
        setProblem('failed');
        await untilOnline(2_000 * 2 ** Math.min(attempt, 4));
      }
    }
  };
  useEffect(() => void load(), []);
  const words = WORDS[language];
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (filling) {
    return (
      <Form
        filling={filling}
        upload={api.upload}
        findPlace={api.findPlace}
        language={language}
        onLanguage={(chosen) => {
          show(chosen);
          changeAddress('lang', chosen);
        }}
        onNotThem={() => {
          filling.forgetPerson();
          changeAddress('t', null);
        }}
        onRetry={goOn}
      />
    );
  }
  return (
    <div class="page">
      <main>
        {problem ? (
          <Notice title={words[problem]}>
            <p>{problem === 'failed' ? words.failedText : words.notFoundText}</p>
            {problem === 'failed' && (
              <button type="button" class="button" onClick={goOn}>
                {words.retry}
              </button>
            )}
          </Notice>
        ) : (
          <p class="loading" role="status">
            {words.loading}
          </p>
        )}
      </main>
      <Foot />
    </div>
  );
}

interface Draft {
  readonly kind: 'form-draft';
  readonly definition: FormDefinition;
  readonly language: FormLanguage;
  readonly shop: PublicForm['shop'];
}

/** Is filled in like the real one; nothing is read, kept or sent. */
function fillingOf({ definition, language, shop }: Draft): Filling {
  const form: PublicForm = {
    state: 'open',
    version: 1,
    shop,
    definition,
    person: null,
    taken: [],
    challenge: { salt: '', bits: 0, token: '' },
    today: new Date().toISOString().slice(0, 10),
    now: new Date().toISOString().slice(0, 16),
  };
  return createFilling({
    api: { load: async () => form, send: async () => undefined },
    form,
    slug: FORM_PREVIEW_SLUG,
    t: null,
    inApp: null,
    owner: null,
    params: new URLSearchParams(),
    language: () => language,
    storage: { nameOf: () => '', read: () => null, write: () => undefined },
    wait: async () => undefined,
    newKey,
    now,
  });
}
const keepName = async ({ name, size }: File): Promise<UploadedFile> => ({
  uuid: newKey(),
  name,
  bytes: size,
});

/** The page with a draft that the editor hands in. Only a page of our own that has this one in its frame is listened to. */
function Preview() {
  const [language, setLanguage] = useState<FormLanguage>('en');
  const [filling, setFilling] = useState<{ readonly id: string; readonly filling: Filling } | null>(null);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<Draft | null>): void => {
      if (origin !== location.origin || source !== parent || parent === window) return;
      if (data?.kind !== 'form-draft') return;
      setLanguage(data.language);
      setFilling({ id: newKey(), filling: fillingOf(data) });
    };
    addEventListener('message', listen);
    parent.postMessage({ kind: 'form-preview' }, location.origin);
    return () => removeEventListener('message', listen);
  }, []);
  if (!filling) return null;
  return (
    <Form
      key={filling.id}
      filling={filling.filling}
      upload={keepName}
      findPlace={async () => null}
      language={language}
      onLanguage={setLanguage}
      onNotThem={() => undefined}
      onRetry={() => undefined}
    />
  );
}

const root = document.getElementById('form');
if (root) render(slug === FORM_PREVIEW_SLUG ? <Preview /> : <App />, root);
