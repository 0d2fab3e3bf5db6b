import { planQuery, type QueryPlan } from '@hanasu/retrieval/rank/query-plan';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type {
  FoundPassage,
  KnowledgeSearch,
  SearchOutcome,
  SkipReason,
  StageName,
  StageReport,
} from '../domain/search.ts';
import { type SearchableBase, selectSearchable } from '../index.store.ts';
import { selectAccepted } from '../search.store.ts';
import { chooseLanguages } from './choose-languages.ts';
import { type Candidates, findCandidates, type Opened, WIDE } from './find-candidates.ts';
import { type Prepared, prepareQuestion, recallQuestion, type Wanted } from './prepare-question.ts';
import { rankWords } from './rank-words.ts';
import { readPassages, withSpare } from './read-passages.ts';
import { chooseReranker, RERANKED, rerankPassages } from './rerank-passages.ts';

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
    const open = await openBases(dependencies, transaction, search, plan);
    const wanted = wantedOf(dependencies, search, open.opened);
    const prepared = recallQuestion(dependencies, wanted);
    const read = prepared && (await readFound(dependencies, transaction, search, { ...open, prepared }));
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
  { knowledgeIds, query, limit, filter }: KnowledgeSearch,
  plan: QueryPlan,
): Promise<Open> {
  const { now } = dependencies;
  const started = now();
  const bases = await selectSearchable(transaction, knowledgeIds);
  const accepted = filter ? await selectAccepted(transaction, knowledgeIds, filter) : null;
  const isWide = bases.some(({ settings, vectorModel }) => vectorModel || settings.reranker);
  const most = isWide || dependencies.translate ? Math.max(WIDE, withSpare(limit)) : withSpare(limit);
  const words = await rankWords(transaction, dependencies.blocks, { bases, plan, limit: most, accepted });
  const wordsMs = now() - started;
  const foreign = bases.filter(
    ({ id, settings }) => settings.translate && (words.get(id)?.[0]?.confidence ?? 0) < UNDERSTOOD,
  );
  const languages = dependencies.translate
    ? await chooseLanguages(dependencies, transaction, foreign, query)
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
    readFound(dependencies, transaction, search, { ...open, prepared }),
  );
}

async function readFound(
  dependencies: Searching,
  transaction: AccountTransaction,
  { limit, neighbours = false }: KnowledgeSearch,
  { opened, prepared, wordsMs }: Open & { readonly prepared: Prepared },
): Promise<Found> {
  const candidates = await findCandidates(dependencies, transaction, opened, prepared);
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
    stage('translate', translation.milliseconds, 0, translateSkip(dependencies, opened, prepared)),
    stage('words', found.wordsMs + milliseconds.words, counts.words, null),
    stage(
      'meaning',
      vectors.milliseconds + milliseconds.meaning,
      counts.meaning,
      meaningSkip(dependencies, opened.bases, prepared),
    ),
    stage('fuse', milliseconds.fuse, counts.fused, counts.fused > 0 ? null : 'not_needed'),
    stage(
      'rerank',
      reranked?.milliseconds ?? 0,
      reranked?.kind === 'done' ? ordered.length : 0,
      reranked ? skipOf(reranked) : 'skipped' in reranker ? reranker.skipped : 'not_needed',
    ),
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
  milliseconds: number,
  passages: number,
  skipped: SkipReason | null,
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
