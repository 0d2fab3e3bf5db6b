import type { AccountId } from '@hanasu/contract/ids';
import type { KnowledgeModelFailure } from '@hanasu/models/knowledge/knowledge-models';
import { translateQuestionPrompt } from '@hanasu/models/prompts/tasks';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Database } from '../../../platform/database/database.ts';
import {
  type CallUrgency,
  type CompletionDependencies,
  chargeCall,
  runBilledCompletion,
} from '../../billing/public.ts';
import type { KnowledgeDependencies, Translate } from '../dependencies.ts';
import { type Language, textKey } from './question-memory.ts';
import type { Attempt, SkipReason } from './search.ts';

type Preparing = Pick<
  KnowledgeDependencies,
  'database' | 'knowledgeModels' | 'translate' | 'memory' | 'now' | 'log'
>;

/** What has to be known of a question before the index is asked. */
export interface Wanted {
  readonly accountId: AccountId;
  readonly query: string;
  readonly urgency: CallUrgency;
  readonly languages: readonly Language[];
  /** Embedding models. */
  readonly models: readonly string[];
}

export interface Prepared {
  readonly translation: Attempt<ReadonlyMap<Language, string>>;
  /** Of the question and its translations, by model. */
  readonly vectors: Attempt<ReadonlyMap<string, readonly Float32Array[]>>;
}

const PREPARE_QUESTION_PATIENCE_MS = 3_000;
/** A provider that is down is not waited for at every question. */
const AWAY_MS = 15_000;

/** The same without asking anybody; null when a model has to be asked. */
export function recallQuestion({ memory }: Preparing, wanted: Wanted): Prepared | null {
  const { accountId, query, languages, models } = wanted;
  const translations = new Map<Language, string>();
  for (const language of languages) {
    const text = memory?.translations.get(textKey(accountId, language, query));
    if (text === undefined) return null;
    translations.set(language, text);
  }
  const vectors = new Map<string, Float32Array[]>();
  for (const model of models) {
    const found = [query, ...translations.values()].flatMap(
      (text) => memory?.vectors.get(textKey(accountId, model, text)) ?? [],
    );
    if (found.length <= translations.size) return null;
    vectors.set(model, found);
  }
  return { translation: done(translations, 0), vectors: done(vectors, 0) };
}

/** Translates a question and turns it into vectors. What fails is left out, with the reason. */
export async function prepareQuestion(dependencies: Preparing, wanted: Wanted): Promise<Prepared> {
  const translation = await translateAll(dependencies, wanted);
  const translated = translation.kind === 'done' ? [...translation.value.values()] : [];
  const vectors = await embedAll(dependencies, wanted, [wanted.query, ...translated]);
  return { translation, vectors };
}

async function translateAll(
  { translate, memory, now }: Preparing,
  { accountId, query, languages, urgency }: Wanted,
): Promise<Prepared['translation']> {
  const started = now();
  const all = await Promise.all(
    languages.map(async (to) => {
      const key = textKey(accountId, to, query);
      const known = memory?.translations.get(key);
      if (known !== undefined) return { to, kind: 'done', text: known } as const;
      const said = (await translate?.(accountId, { text: query, to, urgency })) ?? NO_MODEL;
      if (said.kind === 'done') memory?.translations.set(key, said.text);
      return { to, ...said };
    }),
  );
  const texts = new Map(all.flatMap((one) => (one.kind === 'done' ? [[one.to, one.text]] : [])));
  const refused = all.find((one) => one.kind === 'skipped');
  return texts.size === 0 && refused
    ? skipped(refused.reason, now() - started)
    : done(texts, now() - started);
}

const NO_MODEL = { kind: 'skipped', reason: 'no_model' } as const;

async function embedAll(
  dependencies: Preparing,
  wanted: Wanted,
  texts: readonly string[],
): Promise<Prepared['vectors']> {
  const started = dependencies.now();
  const all = await Promise.all(
    wanted.models.map(async (model) => ({
      model,
      vectors: await embed(dependencies, { wanted, model, texts }),
    })),
  );
  const found = new Map<string, readonly Float32Array[]>();
  let reason: SkipReason | null = null;
  for (const { model, vectors } of all) {
    if (typeof vectors === 'string') reason = vectors;
    else found.set(model, vectors);
  }
  const milliseconds = dependencies.now() - started;
  return found.size === 0 && reason ? skipped(reason, milliseconds) : done(found, milliseconds);
}

/** Vectors of some texts, or why there are none. */
async function embed(
  { database, knowledgeModels, memory, now, log }: Preparing,
  {
    wanted: { accountId, urgency },
    model,
    texts,
  }: { readonly wanted: Wanted; readonly model: string; readonly texts: readonly string[] },
): Promise<Float32Array[] | SkipReason> {
  const keyOf = (text: string): string => textKey(accountId, model, text);
  const missing = texts.filter((text) => !memory?.vectors.get(keyOf(text)));
  const fresh = new Map<string, Float32Array>();
  if (missing.length > 0) {
    const isThere = knowledgeModels.list().some(({ uuid, available }) => uuid === model && available);
    if (!isThere) return 'no_model';
    if ((memory?.away.get(model) ?? 0) > now()) return 'failed';
    const estimate = knowledgeModels.estimateCost(model, missing);
    const embedded = await billedCall(database, { accountId, model, estimate, urgency }, () =>
      knowledgeModels.embed({
        model,
        purpose: 'query',
        texts: missing,
        signal: AbortSignal.timeout(PREPARE_QUESTION_PATIENCE_MS),
      }),
    ).catch((err: unknown) => thrown(err));
    if (embedded.kind === 'skipped') return embedded.reason;
    if (embedded.kind === 'failed') {
      log.warn({ model, reason: embedded.reason, detail: embedded.detail }, 'embedding a question failed');
      memory?.away.set(model, now() + AWAY_MS);
      return embedded.reason === 'model_gone' ? 'no_model' : 'failed';
    }
    for (const [index, text] of missing.entries()) {
      const vector = embedded.vectors[index];
      if (vector) fresh.set(text, vector);
      if (vector) memory?.vectors.set(keyOf(text), vector);
    }
  }
  return texts.flatMap((text) => fresh.get(text) ?? memory?.vectors.get(keyOf(text)) ?? []);
}

/** A search never fails because of a model. */
export const thrown = (error: unknown) =>
  ({ kind: 'failed', reason: 'unavailable', detail: String(error) }) as const;

export const done = <Value>(value: Value, milliseconds: number) =>
  ({ kind: 'done', value, milliseconds }) as const;
export const skipped = (reason: SkipReason, milliseconds = 0) =>
  ({ kind: 'skipped', reason, milliseconds }) as const;

/** A customer waits for an answer that has not even begun. */
const TRANSLATE_QUESTION_PATIENCE_MS = 4_000;
const TIMEOUTS = {
  firstTokenMs: TRANSLATE_QUESTION_PATIENCE_MS,
  idleMs: TRANSLATE_QUESTION_PATIENCE_MS,
  totalMs: TRANSLATE_QUESTION_PATIENCE_MS,
};
/** The beginning of a longer question says what it is about. */
const LONGEST_QUESTION = 1_000;
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 300;

/** Translates with the cheapest language model that the account has. */
export function createTranslator(dependencies: CompletionDependencies): Translate {
  return async (accountId, { text: question, to, urgency }) => {
    const entry = cheapestModel(await dependencies.models.of(accountId));
    if (!entry) return NO_MODEL;
    const text = question.slice(0, LONGEST_QUESTION).toWellFormed();
    const completion = await runBilledCompletion(dependencies, {
      ...{ accountId, entry, urgency },
      prompt: { instructions: translateQuestionPrompt(to), message: text },
      maxOutputTokens: estimateTokens(text) * 3 + 32 + (entry.reasoning ? THINKING_TOKENS : 0),
      timeouts: TIMEOUTS,
    });
    if (completion.kind !== 'answered') return { kind: 'skipped', reason: SKIPPED_CALL[completion.kind] };
    const said = completion.text.trim();
    return said === '' ? { kind: 'skipped', reason: 'failed' } : { kind: 'done', text: said };
  };
}

interface Price {
  readonly accountId: AccountId;
  readonly model: string;
  /** Prepaid tokens it costs, about. */
  readonly estimate: number;
  readonly urgency: CallUrgency;
}

interface Used {
  readonly kind: 'ok';
  readonly tokens: number;
  readonly cost: number;
}

/** Our count is an estimate, and providers count by themselves. */
const SPARE = 1.5;

/** Why a call was not made, as a search says it. */
const SKIPPED_CALL = {
  busy: 'busy',
  spent: 'no_tokens',
  unavailable: 'no_model',
  failed: 'failed',
} as const satisfies Record<string, SkipReason>;

/** Calls a model that compares or orders texts and charges what it cost. A call that failed costs nothing. */
export async function billedCall<Done extends Used>(
  database: Pick<Database, 'system'>,
  { accountId, model, estimate, urgency }: Price,
  call: () => Promise<Done | KnowledgeModelFailure>,
): Promise<Done | KnowledgeModelFailure | { readonly kind: 'skipped'; readonly reason: SkipReason }> {
  const tokens = Math.ceil(estimate * SPARE) + 1;
  const charged = await chargeCall(database, { accountId, serviceUuid: model, tokens, urgency }, async () => {
    const value = await call();
    const { cost, tokens: input } = value.kind === 'ok' ? value : { cost: 0, tokens: 0 };
    return { value, usage: { cost, input, output: 0 } };
  });
  return charged.kind === 'made' ? charged.value : { kind: 'skipped', reason: SKIPPED_CALL[charged.kind] };
}
