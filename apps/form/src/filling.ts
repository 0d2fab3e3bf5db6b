import { checkAnswers } from '@hanasu/contract/form-answers';
import { FORM_ANSWER_BYTES, type FormLanguage } from '@hanasu/contract/form-definition';
import type { FormAnswer, PublicForm } from '@hanasu/contract/form-submissions';
import {
  type Draft,
  type FillingState,
  filesOf,
  knownAnswers,
  NO_UPLOAD,
  pageOf,
  pageWithProblem,
  problemsOf,
  type Sendable,
  shownFields,
  shownPages,
  stateOf,
  type UploadState,
} from './filling-state.ts';
import {
  type FormApi,
  FormApiError,
  type InAppProof,
  type Submission,
  solveChallenge,
  type UploadedFile,
} from './form-api.ts';
import { isProblem } from './words.ts';

export interface FillingOptions {
  readonly api: Pick<FormApi, 'load' | 'send'>;
  readonly form: PublicForm;
  readonly slug: string;
  /** Of a link that says who it is. */
  readonly t: string | null;
  /** Of the app that the page is opened in: who it is. Never kept on the device. */
  readonly inApp: InAppProof | null;
  /** Keeps the drafts of different people apart. */
  readonly owner: string | null;
  /** Of the address of the page. */
  readonly params: URLSearchParams;
  readonly language: () => FormLanguage;
  readonly storage: DraftStorage;
  /** For so many milliseconds, or until there is a connection again. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
  readonly now: () => number;
}

export type Filling = ReturnType<typeof createFilling>;

const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_SECONDS = 120;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 14;

/** One form that a person fills in, from the first answer to the thanks. */
export function createFilling(options: FillingOptions) {
  const { api, slug, storage, wait, newKey, now } = options;
  let { t, inApp, owner } = options;
  let challenge = prepareProof(options.form);
  let isUsed = false;
  const draft = storage.read(owner);
  let key = draft?.key ?? newKey();
  let sending = draft?.sending ?? null;
  const listeners = new Set<() => void>();
  let state = stateOf(options, draft);

  /** By field: whether all of the files that were chosen last are kept. */
  const uploading = new Map<string, Promise<boolean>>();

  /** What no device keeps. */
  const show = (changes: Partial<FillingState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const change = (changes: Partial<FillingState>): void => {
    state = { ...state, ...changes };
    if (changes.form || changes.answers) state = { ...state, known: knownAnswers(state) };
    const { page, answers, files, phase } = state;
    storage.write(owner, { savedAt: now(), key, page, answers, files, sending, sent: phase === 'sent' });
    for (const listener of listeners) listener();
  };
  const answer = (field: string, value: FormAnswer | undefined): void => {
    const { [field]: _, ...others } = state.answers;
    const { [field]: __, ...refused } = state.refused;
    change({ answers: value === undefined ? others : { ...others, [field]: value }, refused, refusal: null });
    challenge.begin();
  };
  const load = async (): Promise<PublicForm> => {
    const loaded = await api.load(t);
    const form = inApp ? { ...loaded, person: state.form.person } : loaded;
    [challenge, isUsed] = [prepareProof(form), false];
    return form;
  };

  /** Until the server has taken it, or says why it never will. */
  const deliver = async (body: Sendable): Promise<void> => {
    sending = body;
    change({ phase: 'sending', refusal: null });
    let renewed = false;
    for (let attempt = 0; ; attempt += 1) {
      const error = await attemptToSend(body, { renew: renewed });
      if (error === null) return finish({ phase: 'sent' });
      if (error.status === 429 && (error.retryAfter ?? 0) > LONGEST_PAUSE_SECONDS)
        return finish({ phase: 'filling', refusal: 'busy' });
      if (isTemporary(error)) {
        change({ phase: 'waiting' });
        await wait(
          error.retryAfter ? error.retryAfter * 1_000 : Math.min(1_000 * 2 ** attempt, LONGEST_WAIT_MS),
        );
        change({ phase: 'sending' });
      } else if (error.status === 404) return finish({ phase: 'closed', refusal: 'closed' });
      else if (error.code === 'form_answered') return finish({ phase: 'filling', refusal: 'answered' });
      else if (error.isUnproven) return forgetProof();
      else if (Object.keys(error.fields).length > 0) return await refuse(error.fields);
      else if (renewed) return finish({ phase: 'filling', refusal: 'failed' });
      else renewed = true;
    }
  };
  const attemptToSend = async (body: Sendable, { renew }: { readonly renew: boolean }) => {
    try {
      // The challenge may have expired, or was used by a call whose answer was lost.
      if (renew) await load();
      const proof = await challenge.proof();
      isUsed = true;
      await api.send({ ...body, proof, ...(inApp ? { inApp } : {}) });
      return null;
    } catch (error) {
      if (error instanceof FormApiError) return error;
      throw error;
    }
  };
  const finish = (changes: Partial<FillingState>): void => {
    sending = null;
    if (changes.phase === 'sent') key = newKey();
    change(changes.phase === 'sent' ? { ...changes, answers: {}, files: {}, page: 0 } : changes);
  };
  const forgetProof = (): void => {
    inApp = null;
    finish({ phase: 'filling', refusal: 'unproven', form: { ...state.form, person: null } });
  };
  /** Says beside the fields what the server says of them; places may have been taken meanwhile. */
  const refuse = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const form = await load().catch(() => state.form);
    const refused = Object.fromEntries(
      Object.entries(fields).map(([field, code]) => [field, isProblem(code) ? code : 'refused']),
    );
    finish({ phase: 'filling', form, refused });
    const page = pageWithProblem(state);
    change({ page: page ?? state.page, checked: new Set([...state.checked, ...Object.keys(fields)]) });
  };

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    answer,
    noteUpload(field: string, changes: Partial<UploadState>): void {
      const before = state.uploads[field] ?? NO_UPLOAD;
      show({ uploads: { ...state.uploads, [field]: { ...before, ...changes } } });
    },
    /** The form is not sent before this is over; false: a file was not kept, and the note says why. */
    holdFor(field: string, upload: Promise<boolean>): void {
      uploading.set(field, upload);
      void upload.finally(() => uploading.get(field) === upload && uploading.delete(field));
    },
    addFile(field: string, file: UploadedFile): void {
      change({ files: { ...state.files, [file.uuid]: file } });
      answer(field, [...filesOf(state, field), file.uuid]);
    },
    removeFile(field: string, uuid: string): void {
      const left = filesOf(state, field).filter((each) => each !== uuid);
      answer(field, left.length > 0 ? left : undefined);
    },
    /** For files, which are uploaded before the form is sent. */
    proof: (): Promise<Submission['proof']> => challenge.proof(),
    async renewProof(): Promise<void> {
      const { challenge: fresh } = await load();
      change({ form: { ...state.form, challenge: fresh } });
    },
    show(page: number): void {
      if (shownPages(state).includes(page)) change({ page });
    },
    /** To the next page, or to the first problem of this one. False: there is one. */
    next(): boolean {
      const shown = shownFields(state).filter((field) => pageOf(state, field.key) === state.page);
      const checked = new Set([...state.checked, ...shown.map((field) => field.key)]);
      const hasProblem = shown.some((field) => field.key in problemsOf(state));
      const page = shownPages(state).find((each) => each > state.page);
      change({ checked, ...(hasProblem || page === undefined ? {} : { page }) });
      return !hasProblem;
    },
    /** Resolves with false where there is a problem, whose page is then shown. */
    async send(): Promise<boolean> {
      if (state.isAwaitingFiles) return true;
      if (uploading.size > 0) {
        show({ isAwaitingFiles: true });
        const ends = [...uploading].map(async ([field, upload]) => ((await upload) ? null : field));
        const failed = (await Promise.all(ends)).find((field) => field !== null);
        show({ isAwaitingFiles: false });
        if (failed !== undefined) {
          change({ page: pageOf(state, failed), refusal: 'files' });
          return false;
        }
      }
      const { answers, problems } = checkAnswers(state.form.definition, state.answers, state.form.today);
      const page = pageWithProblem(state);
      if (Object.keys(problems).length > 0 || page !== null) {
        const checked = new Set(shownFields(state).map((field) => field.key));
        change({ checked, page: page ?? state.page });
        return false;
      }
      if (new TextEncoder().encode(JSON.stringify(answers)).length > FORM_ANSWER_BYTES) {
        change({ refusal: 'tooMuch' });
        return false;
      }
      const link = t ? { t } : {};
      const { version } = state.form;
      void deliver({ slug, version, key, answers, language: options.language(), ...link });
      return true;
    },
    /** Goes on with what was being sent when the page was left. */
    resume(): void {
      if (sending) void deliver(sending);
    },
    /** Somebody else has opened the link: what is known of its person goes, what they have typed stays. */
    forgetPerson(): void {
      storage.write(owner, null);
      [t, inApp, owner] = [null, null, null];
      key = newKey();
      const answers = Object.fromEntries(
        Object.entries(state.answers).filter(([field]) => !state.known.has(field)),
      );
      change({ form: { ...state.form, person: null }, answers });
    },
    /** Another submission. */
    restart(): void {
      const form = inApp ? { ...state.form, person: null } : state.form;
      // A proof was good for one.
      inApp = null;
      change({ ...stateOf({ ...options, form }, null), phase: 'filling' });
      if (isUsed)
        void load().then(
          (form) => change({ form }),
          () => undefined,
        );
    },
    /** Another tab has sent it. */
    markSent(): void {
      if (state.phase === 'filling') finish({ phase: 'sent' });
    },
  };
}

const isTemporary = ({ status }: FormApiError): boolean => status === 0 || status === 429 || status >= 500;

/** Begun with the first answer, it is done before anybody has filled in a form, and costs who only looks nothing. */
function prepareProof({ challenge }: PublicForm) {
  let solved: Promise<number> | null = null;
  const solve = (): Promise<number> => {
    solved ??= solveChallenge(challenge);
    return solved;
  };
  return {
    begin: (): void => void solve(),
    async proof(): Promise<Submission['proof']> {
      const number = await solve();
      return { token: challenge.token, number };
    },
  };
}

type DraftStorage = ReturnType<typeof createDraftStorage>;

/** In `localStorage`; where a browser refuses that (a frame without storage), for this page only. */
export function createDraftStorage(slug: string, now: () => number) {
  // Drafts of different people on one device stay apart: a link ends in its signature.
  const nameOf = (t: string | null): string => `hanasu:form:${slug}${t ? `:${t.slice(-16)}` : ''}`;
  let memory: Draft | null = null;
  return {
    nameOf,
    read(t: string | null): Draft | null {
      let found = memory;
      try {
        found = JSON.parse(localStorage.getItem(nameOf(t)) ?? 'null') ?? memory;
      } catch {
        // Nothing is kept beyond this page.
      }
      return found && now() - found.savedAt < (found.sent ? 1 : KEPT_DAYS) * DAY_MS ? found : null;
    },
    write(t: string | null, draft: Draft | null): void {
      memory = draft;
      try {
        if (draft) localStorage.setItem(nameOf(t), JSON.stringify(draft));
        else localStorage.removeItem(nameOf(t));
      } catch {
        // Full, or refused: the page itself still has it.
      }
    },
  };
}
