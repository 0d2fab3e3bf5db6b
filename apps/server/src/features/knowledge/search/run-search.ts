import type { AccountId } from '@hanasu/contract/ids';
import { planQuery, type QueryPlan } from '@hanasu/retrieval/rank/search';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { CallUrgency } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type SearchableBase, selectSearchable } from '../indexing/index.store.ts';
import {
  type Candidate,
  type Candidates,
  chooseLanguages,
  findCandidates,
  type Opened,
  rankWords,
  WIDE,
} from './find-candidates.ts';
import {
  billedCall,
  done,
  type Prepared,
  prepareQuestion,
  recallQuestion,
  skipped,
  thrown,
  type Wanted,
} from './prepare-question.ts';
import { nearDuplicates, rerankedConfidence } from './ranking.ts';
import { type DocumentPart, selectAccepted, selectParts, selectPassages } from './search.store.ts';
import type {
  Attempt,
  FoundPassage,
  KnowledgeSearch,
  SearchOutcome,
  SkipReason,
  StageName,
  StageReport,
} from './search.ts';

export type Searching = Pick<
  KnowledgeDependencies,
  'database' | 'blocks' | 'now' | 'log' | 'knowledgeModels' | 'vectors' | 'translate' | 'memory'
>;

/** From here on a question is understood as it is, in whatever language. */
const UNDERSTOOD = 0.4;

/**
 * Finds passages for a question: its words, their translation, its meaning, both fused, and a reranker over the best,
 * as far as each is set up. Reads are of one moment; a model is only asked while no transaction is open, and then the
 * reads behind it are of a second one. A model that fails is left out. Bases that don't exist are left out: one may
 * be deleted while a bot answers.
 */
export async function runSearch(dependencies: Searching, search: KnowledgeSearch): Promise<SearchOutcome> {
  const plan = planQuery(search.query);
  if (plan.terms.length === 0 || search.knowledgeIds.length === 0) return NOTHING_FOUND;
  const { database } = dependencies;
  const first = await database.snapshot(search.accountId, async (transaction) => {
    const open = await openBases(dependencies, transaction, { search, plan });
    const wanted = wantedOf(dependencies, search, open.opened);
    const prepared = recallQuestion(dependencies, wanted);
    const read =
      prepared && (await readFound(dependencies, transaction, { search, open: { ...open, prepared } }));
    return { open, wanted, read };
  });
  const found = first.read ?? (await askAndRead(dependencies, search, first));
  return finish(dependencies, search, found);
}

const NOTHING_FOUND: SearchOutcome = { passages: [], stages: [], translated: null, duplicates: 0 };

interface Open {
  readonly opened: Opened;
  readonly wordsMs: number;
}

async function openBases(
  dependencies: Searching,
  transaction: AccountTransaction,
  {
    search: { knowledgeIds, query, limit, filter },
    plan,
  }: { readonly search: KnowledgeSearch; readonly plan: QueryPlan },
): Promise<Open> {
  const { now } = dependencies;
  const started = now();
  const bases = await selectSearchable(transaction, knowledgeIds);
  const accepted = filter ? await selectAccepted(transaction, knowledgeIds, filter) : null;
  const isWide = bases.some(({ settings, vectorModel }) => vectorModel || settings.reranker);
  const mayTranslate =
    dependencies.translate !== undefined && bases.some(({ settings }) => settings.translate);
  const most = isWide || mayTranslate ? Math.max(WIDE, withSpare(limit)) : withSpare(limit);
  const words = await rankWords(transaction, dependencies.blocks, { bases, plan, limit: most, accepted });
  const wordsMs = now() - started;
  const foreign = bases.filter(
    ({ id, settings }) => settings.translate && (words.get(id)?.[0]?.confidence ?? 0) < UNDERSTOOD,
  );
  const languages = mayTranslate
    ? await chooseLanguages(dependencies, transaction, { bases: foreign, query })
    : new Map();
  return { opened: { bases, accepted, words, languages }, wordsMs };
}

/** The models that have to be asked before the rest of the index is. */
function wantedOf(
  { knowledgeModels, vectors }: Searching,
  { accountId, query, urgency = 'turn' }: KnowledgeSearch,
  { bases, languages }: Opened,
): Wanted {
  const models = bases.flatMap(({ vectorModel }) => vectorModel ?? []);
  return {
    accountId,
    query,
    urgency,
    languages: [...new Set(languages.values())],
    models: knowledgeModels && vectors ? [...new Set(models)] : [],
  };
}

interface Found {
  readonly opened: Opened;
  readonly prepared: Prepared;
  readonly candidates: Candidates;
  readonly passages: FoundPassage[];
  readonly duplicates: number;
  readonly wordsMs: number;
}

async function askAndRead(
  dependencies: Searching,
  search: KnowledgeSearch,
  { open, wanted }: { readonly open: Open; readonly wanted: Wanted },
): Promise<Found> {
  const prepared = await prepareQuestion(dependencies, wanted);
  return dependencies.database.snapshot(search.accountId, (transaction) =>
    readFound(dependencies, transaction, { search, open: { ...open, prepared } }),
  );
}

async function readFound(
  dependencies: Searching,
  transaction: AccountTransaction,
  {
    search: { limit, neighbours = false },
    open: { opened, prepared, wordsMs },
  }: { readonly search: KnowledgeSearch; readonly open: Open & { readonly prepared: Prepared } },
): Promise<Found> {
  const candidates = await findCandidates(dependencies, transaction, { opened, prepared });
  const isReranked = 'model' in chooseReranker(dependencies, opened.bases);
  const most = isReranked ? Math.max(RERANKED, limit) : limit;
  const read = await readPassages(transaction, candidates.ranked, { limit: most, neighbours });
  return { opened, prepared, candidates, ...read, wordsMs };
}

async function finish(
  dependencies: Searching,
  { accountId, query, limit, urgency = 'turn' }: KnowledgeSearch,
  found: Found,
): Promise<SearchOutcome> {
  const { opened, prepared, candidates, duplicates } = found;
  const { counts, milliseconds } = candidates;
  const reranker = chooseReranker(dependencies, opened.bases);
  const isRead = 'model' in reranker && found.passages.length > 1;
  const reranked = isRead
    ? await rerankPassages(dependencies, { accountId, query, model: reranker.model, urgency }, found.passages)
    : null;
  const ordered = reranked?.kind === 'done' ? reranked.value : found.passages;
  const { translation, vectors } = prepared;
  const stages = [
    stage('translate', {
      milliseconds: translation.milliseconds,
      passages: 0,
      skipped: translateSkip(dependencies, opened, prepared),
    }),
    stage('words', {
      milliseconds: found.wordsMs + milliseconds.words,
      passages: counts.words,
      skipped: null,
    }),
    stage('meaning', {
      milliseconds: vectors.milliseconds + milliseconds.meaning,
      passages: counts.meaning,
      skipped: meaningSkip(dependencies, opened.bases, prepared),
    }),
    stage('fuse', {
      milliseconds: milliseconds.fuse,
      passages: counts.fused,
      skipped: counts.fused > 0 ? null : 'not_needed',
    }),
    stage('rerank', {
      milliseconds: reranked?.milliseconds ?? 0,
      passages: reranked?.kind === 'done' ? ordered.length : 0,
      skipped: reranked ? skipOf(reranked) : 'skipped' in reranker ? reranker.skipped : 'not_needed',
    }),
  ];
  const texts = translation.kind === 'done' ? [...translation.value.values()] : [];
  return {
    passages: ordered.slice(0, limit),
    stages,
    translated: texts.length > 0 ? texts.join('\n') : null,
    duplicates,
  };
}

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
const stage = (
  name: StageName,
  {
    milliseconds,
    passages,
    skipped,
  }: { readonly milliseconds: number; readonly passages: number; readonly skipped: SkipReason | null },
): StageReport => ({ name, milliseconds: skipped === null ? round(milliseconds) : 0, passages, skipped });

const skipOf = (attempt: { kind: 'done' } | { kind: 'skipped'; reason: SkipReason }): SkipReason | null =>
  attempt.kind === 'skipped' ? attempt.reason : null;

function translateSkip(
  { translate }: Searching,
  { bases, languages }: Opened,
  { translation }: Prepared,
): SkipReason | null {
  if (!bases.some(({ settings }) => settings.translate)) return 'not_set';
  if (!translate) return 'no_model';
  return languages.size === 0 ? 'not_needed' : skipOf(translation);
}

function meaningSkip(
  { knowledgeModels, vectors: index }: Searching,
  bases: readonly SearchableBase[],
  { vectors }: Prepared,
): SkipReason | null {
  const isSet = bases.some(({ settings, vectorModel }) => vectorModel ?? settings.embeddingModel);
  if (!isSet) return 'not_set';
  const isServed = bases.some(({ vectorModel }) => vectorModel !== null);
  return isServed && knowledgeModels && index ? skipOf(vectors) : 'no_model';
}

/** Candidates that a reranker reads. */
const RERANKED = 30;
const PATIENCE_MS = 3_000;
const AWAY_MS = 15_000;

type Reranking = Pick<KnowledgeDependencies, 'database' | 'knowledgeModels' | 'memory' | 'now' | 'log'>;

/** The model that orders what some bases have found, or why there is none. */
function chooseReranker(
  { knowledgeModels, memory, now }: Pick<Reranking, 'knowledgeModels' | 'memory' | 'now'>,
  bases: readonly SearchableBase[],
): { readonly model: string } | { readonly skipped: 'not_set' | 'no_model' | 'failed' } {
  const model = bases.find(({ settings }) => settings.reranker !== null)?.settings.reranker;
  if (!model) return { skipped: 'not_set' };
  const isThere = knowledgeModels?.list().some(({ uuid, available }) => uuid === model && available);
  if (!isThere) return { skipped: 'no_model' };
  return (memory?.away.get(model) ?? 0) > now() ? { skipped: 'failed' } : { model };
}

interface RerankRequest {
  readonly accountId: AccountId;
  readonly query: string;
  readonly model: string;
  readonly urgency: CallUrgency;
}

/** Has a model read the passages together with the question and puts them in its order; best first. */
async function rerankPassages(
  { database, knowledgeModels, memory, now, log }: Reranking,
  { accountId, query, model, urgency }: RerankRequest,
  passages: readonly FoundPassage[],
): Promise<Attempt<FoundPassage[]>> {
  const started = now();
  if (!knowledgeModels) return skipped('no_model');
  const texts = passages.map(({ title, headingPath, text }) => [title, ...headingPath, text].join('\n'));
  const estimate = knowledgeModels.estimateCost(
    model,
    texts.map((text) => `${query}\n${text}`),
  );
  const reranked = await billedCall(database, { accountId, model, estimate, urgency }, () =>
    knowledgeModels.rerank({ model, query, texts, signal: AbortSignal.timeout(PATIENCE_MS) }),
  ).catch((error: unknown) => thrown(error));
  const milliseconds = now() - started;
  if (reranked.kind === 'skipped') return skipped(reranked.reason, milliseconds);
  if (reranked.kind === 'failed') {
    log.warn({ model, reason: reranked.reason, detail: reranked.detail }, 'reranking failed');
    memory?.away.set(model, now() + AWAY_MS);
    return skipped(reranked.reason === 'model_gone' ? 'no_model' : 'failed', milliseconds);
  }
  const ordered = passages
    .map((passage, index) => ({ passage, score: reranked.scores[index] ?? 0 }))
    .sort((one, other) => other.score - one.score)
    .map(({ passage, score }, index) => ({
      ...passage,
      score,
      confidence: rerankedConfidence(passage.confidence, score),
      stages: { ...passage.stages, reranked: { rank: index + 1, score } },
    }));
  return done(ordered, milliseconds);
}

interface Passages {
  /** Best first. */
  readonly passages: FoundPassage[];
  /** Left out because a better one says nearly the same. */
  readonly duplicates: number;
}

/** So many more are read than are wanted, for those that turn out to repeat a better one. */
const withSpare = (limit: number): number => limit + Math.ceil(limit / 2) + 2;

/** The texts of the best candidates, without near repetitions; chunks that are gone are left out. */
async function readPassages(
  transaction: AccountTransaction,
  candidates: readonly Candidate[],
  { limit, neighbours }: { readonly limit: number; readonly neighbours: boolean },
): Promise<Passages> {
  const best = candidates.slice(0, withSpare(limit));
  const rows = await selectPassages(transaction, best);
  const byPlace = new Map(rows.map((row) => [placeOf(row), row]));
  const found = best.flatMap((candidate): FoundPassage[] => {
    const row = byPlace.get(placeOf(candidate));
    if (!row) return [];
    const { ordinal: _, ...passage } = row;
    const { score, confidence, stages } = candidate;
    return [{ ...passage, score, confidence, stages, neighbours: [] }];
  });
  const repeated = nearDuplicates(found);
  const kept = found.filter((_, index) => !repeated.has(index)).slice(0, limit);
  // Repetitions below the last one that is shown were left out of nothing.
  const last = kept.at(-1);
  const seen = last ? found.indexOf(last) : found.length;
  const duplicates = [...repeated].filter((index) => kept.length < limit || index < seen).length;
  return { passages: neighbours ? await withNeighbours(transaction, kept) : kept, duplicates };
}

const placeOf = (at: { knowledgeId: string; ordinal: number }): string => `${at.knowledgeId} ${at.ordinal}`;

async function withNeighbours(
  transaction: AccountTransaction,
  passages: readonly FoundPassage[],
): Promise<FoundPassage[]> {
  const wanted = passages.flatMap(({ documentId, position }) =>
    [position - 1, position + 1].map((at) => ({ documentId, position: at })),
  );
  const parts = await selectParts(transaction, wanted);
  const byPlace = new Map(parts.map((part) => [partKey(part), part]));
  return passages.map((passage) => {
    const { documentId, position } = passage;
    const beside = [position - 1, position + 1].flatMap(
      (at) => byPlace.get(partKey({ documentId, position: at })) ?? [],
    );
    return { ...passage, neighbours: beside.map(({ documentId: _, ...part }) => part) };
  });
}

const partKey = ({ documentId, position }: Pick<DocumentPart, 'documentId' | 'position'>): string =>
  `${documentId} ${position}`;
