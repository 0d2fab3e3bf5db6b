import type { AccountId } from '@hanasu/contract/ids';
import type { CallUrgency } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type Language, textKey } from '../domain/question-memory.ts';
import type { Attempt, SkipReason } from '../domain/search.ts';
import { chargedCall } from './charged-call.ts';

export type Preparing = Pick<
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

const PATIENCE_MS = 3_000;
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
      vectors: await embed(dependencies, wanted, model, texts),
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
  { accountId, urgency }: Wanted,
  model: string,
  texts: readonly string[],
): Promise<Float32Array[] | SkipReason> {
  const keyOf = (text: string): string => textKey(accountId, model, text);
  const missing = texts.filter((text) => !memory?.vectors.get(keyOf(text)));
  const fresh = new Map<string, Float32Array>();
  if (missing.length > 0) {
    const isThere = knowledgeModels.list().some(({ uuid, available }) => uuid === model && available);
    if (!isThere) return 'no_model';
    if ((memory?.away.get(model) ?? 0) > now()) return 'failed';
    const estimate = knowledgeModels.estimateCost(model, missing);
    const embedded = await chargedCall(database, { accountId, model, estimate, urgency }, () =>
      knowledgeModels.embed({
        model,
        purpose: 'query',
        texts: missing,
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    ).catch((err: unknown) => thrown(err));
    if (embedded.kind === 'skipped') return embedded.reason;
    if (embedded.kind === 'failed') {
      log.warn({ model, reason: embedded.reason, detail: embedded.detail }, 'question was not embedded');
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
