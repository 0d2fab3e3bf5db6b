import type { EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { SearchHit } from '@hanasu/contract/knowledge';
import { guessLanguage } from '@hanasu/models/builtin/detect-language';
import {
  planQuery,
  type QueryPlan,
  type RankedChunk,
  rankChunks,
  wantedBlocks,
} from '@hanasu/retrieval/rank/search';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { BlockCache } from '../indexing/block-cache.ts';
import type { BlockRow, SearchableBase } from '../indexing/index.store.ts';
import type { NearChunk } from '../vectors/vector-index.ts';
import type { Prepared } from './prepare-question.ts';
import { baseKey, type Language } from './question-memory.ts';
import { fuse } from './ranking.ts';
import { type Accepted, selectLanguages, selectSamples } from './search.store.ts';

/** What the first look at the index gave. */
export interface Opened {
  readonly bases: readonly SearchableBase[];
  /** Null: all chunks. */
  readonly accepted: ReadonlyMap<KnowledgeId, Accepted> | null;
  /** What each base has for the question's own words. */
  readonly words: ReadonlyMap<KnowledgeId, readonly RankedChunk[]>;
  /** Language that a base needs the question in. */
  readonly languages: ReadonlyMap<KnowledgeId, Language>;
}

export interface Candidate {
  readonly knowledgeId: KnowledgeId;
  readonly ordinal: number;
  readonly score: number;
  readonly confidence: number;
  readonly stages: SearchHit['stages'];
}

export interface Candidates {
  /** Best first: of one base in its order, of several by confidence. */
  readonly ranked: readonly Candidate[];
  readonly counts: { readonly words: number; readonly meaning: number; readonly fused: number };
  readonly milliseconds: { readonly words: number; readonly meaning: number; readonly fuse: number };
}

/** Chunks of each base that the fusion looks at, from either side. */
export const WIDE = 60;

/** Brings together what words, translated words and meaning find. */
export async function findCandidates(
  dependencies: Pick<KnowledgeDependencies, 'blocks' | 'vectors' | 'now'>,
  transaction: AccountTransaction,
  { opened, prepared }: { readonly opened: Opened; readonly prepared: Prepared },
): Promise<Candidates> {
  const { now } = dependencies;
  const startedAt = now();
  const translated = await rankTranslated(dependencies, transaction, { opened, prepared });
  const wordsAt = now();
  const near = await findNear(dependencies, transaction, { opened, prepared });
  const nearAt = now();
  const isFused = translated.size > 0 || near.size > 0;
  const each = opened.bases.map(({ id }) => {
    const own = opened.words.get(id) ?? [];
    const words = mergeWords(own, translated.get(id) ?? []);
    return { id, words, near: near.get(id) ?? [] };
  });
  const fused = each.map(({ id, words, near: nearest }) =>
    isFused ? fuseBase(id, words, nearest) : words.map((chunk, index) => byWords(id, chunk, index)),
  );
  return {
    ranked: fused.length === 1 ? (fused[0] ?? []) : mergeBases(fused),
    counts: {
      words: each.reduce((sum, { words }) => sum + words.length, 0),
      meaning: each.reduce((sum, one) => sum + one.near.length, 0),
      fused: isFused ? fused.reduce((sum, list) => sum + list.length, 0) : 0,
    },
    milliseconds: { words: wordsAt - startedAt, meaning: nearAt - wordsAt, fuse: now() - nearAt },
  };
}

type ByBase<Item> = ReadonlyMap<KnowledgeId, readonly Item[]>;

async function rankTranslated(
  { blocks }: Pick<KnowledgeDependencies, 'blocks'>,
  transaction: AccountTransaction,
  {
    opened: { bases, accepted, languages },
    prepared: { translation },
  }: { readonly opened: Opened; readonly prepared: Prepared },
): Promise<ByBase<RankedChunk>> {
  const found = new Map<KnowledgeId, readonly RankedChunk[]>();
  if (translation.kind === 'skipped') return found;
  for (const [language, text] of translation.value) {
    const those = bases.filter(({ id }) => languages.get(id) === language);
    const plan = planQuery(text);
    if (plan.terms.length === 0) continue;
    const ranked = await rankWords(transaction, blocks, { bases: those, plan, limit: WIDE, accepted });
    for (const [id, chunks] of ranked) found.set(id, chunks);
  }
  return found;
}

async function findNear(
  { vectors: index }: Pick<KnowledgeDependencies, 'vectors'>,
  transaction: AccountTransaction,
  {
    opened: { bases, accepted },
    prepared: { vectors },
  }: { readonly opened: Opened; readonly prepared: Prepared },
): Promise<ByBase<NearChunk>> {
  if (!index || vectors.kind === 'skipped') return new Map();
  const found = new Map<KnowledgeId, NearChunk[]>();
  for (const { id, vectorModel } of bases) {
    const accept = accepted ? (accepted.get(id)?.ids ?? NOTHING) : null;
    for (const query of vectorModel ? (vectors.value.get(vectorModel) ?? []) : []) {
      const request = { knowledgeId: id, model: vectorModel ?? '', query, limit: WIDE };
      const nearest = await index.nearest(transaction, accept ? { ...request, accept } : request);
      found.set(id, mergeNear(found.get(id) ?? [], nearest));
    }
  }
  return found;
}

const NOTHING: ReadonlySet<EmbeddingId> = new Set();

/** Of a chunk found for the question and for its translation, the nearer one. */
function mergeNear(one: readonly NearChunk[], other: readonly NearChunk[]): NearChunk[] {
  if (one.length === 0) return [...other];
  const best = new Map<EmbeddingId, NearChunk>();
  for (const chunk of [...one, ...other])
    if (chunk.score > (best.get(chunk.embeddingId)?.score ?? Number.NEGATIVE_INFINITY))
      best.set(chunk.embeddingId, chunk);
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, WIDE);
}

/** Scores of two questions don't compare, shares of what each could reach do. */
function mergeWords(own: readonly RankedChunk[], translated: readonly RankedChunk[]): readonly RankedChunk[] {
  if (translated.length === 0) return own;
  const best = new Map<number, RankedChunk>();
  for (const chunk of [...own, ...translated])
    if (chunk.confidence > (best.get(chunk.ordinal)?.confidence ?? -1)) best.set(chunk.ordinal, chunk);
  return [...best.values()]
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, WIDE)
    .map((chunk) => ({ ...chunk, score: chunk.confidence }));
}

const byWords = (knowledgeId: KnowledgeId, chunk: RankedChunk, index: number): Candidate => ({
  knowledgeId,
  ...chunk,
  stages: { words: { rank: index + 1, score: chunk.score }, meaning: null, fused: null, reranked: null },
});

function fuseBase(id: KnowledgeId, words: readonly RankedChunk[], near: readonly NearChunk[]): Candidate[] {
  const wordsAt = placesOf(words);
  const nearAt = placesOf(near);
  const fused = fuse({
    words: words.map(({ ordinal, score, confidence }) => ({ key: String(ordinal), score, confidence })),
    meaning: near.map(({ ordinal, score }) => ({ key: String(ordinal), score })),
  });
  return fused.map(({ key, score, confidence }, index) => {
    const ordinal = Number(key);
    const stages = {
      words: wordsAt.get(ordinal) ?? null,
      meaning: nearAt.get(ordinal) ?? null,
      fused: { rank: index + 1, score },
      reranked: null,
    };
    return { knowledgeId: id, ordinal, score, confidence, stages };
  });
}

const placesOf = (
  list: readonly Pick<NearChunk, 'ordinal' | 'score'>[],
): Map<number, { rank: number; score: number }> =>
  new Map(list.map(({ ordinal, score }, index) => [ordinal, { rank: index + 1, score }]));

const mergeBases = (each: readonly (readonly Candidate[])[]): Candidate[] =>
  each.flat().sort((one, other) => other.confidence - one.confidence);

/** Documents come and go, but hardly ever in another language. */
const REMEMBERED_MS = 60_000;
/** A base is in every language that at least this share of its documents is in. */
const LEAST_SHARE = 0.15;

/** The language that each base needs a question in, left out where the question is in one of its languages. */
export async function chooseLanguages(
  dependencies: Pick<KnowledgeDependencies, 'memory' | 'now'>,
  transaction: AccountTransaction,
  { bases, query }: { readonly bases: readonly SearchableBase[]; readonly query: string },
): Promise<ReadonlyMap<KnowledgeId, Language>> {
  const languages = await languagesOf(dependencies, transaction, bases);
  return new Map(
    [...languages].flatMap(([id, [most, ...others]]) => {
      // A question that gives nothing away (numbers, a name) counts as being in the base's language.
      const asked = most && guessLanguage(query, most);
      return most && asked && asked !== most && !others.includes(asked) ? [[id, most] as const] : [];
    }),
  );
}

type Languages = ReadonlyMap<KnowledgeId, readonly Language[]>;

/** What each base is written in, the most frequent language first; none when that can't be told. */
async function languagesOf(
  { memory, now }: Pick<KnowledgeDependencies, 'memory' | 'now'>,
  transaction: AccountTransaction,
  bases: readonly SearchableBase[],
): Promise<Languages> {
  const languages = new Map<KnowledgeId, readonly Language[]>();
  for (const { id, settings } of bases) {
    const known = memory?.languages.get(baseKey(transaction.accountId, id));
    if (settings.language !== 'auto') languages.set(id, [settings.language]);
    else if (known && known.until > now()) languages.set(id, known.languages);
  }
  const unknown = bases.flatMap(({ id }) => (languages.has(id) ? [] : [id]));
  if (unknown.length === 0) return languages;
  const read = await readLanguages(transaction, unknown);
  for (const id of unknown) {
    const found = read.get(id) ?? [];
    languages.set(id, found);
    memory?.languages.set(baseKey(transaction.accountId, id), {
      languages: found,
      until: now() + REMEMBERED_MS,
    });
  }
  return languages;
}

/** By what was found when the documents were read, or else by the lines of some of their passages. */
async function readLanguages(
  transaction: AccountTransaction,
  ids: readonly KnowledgeId[],
): Promise<Languages> {
  const stored = await selectLanguages(transaction, ids);
  const known = new Set(stored.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const samples = others.length > 0 ? await selectSamples(transaction, others) : [];
  const lines = samples.flatMap(({ id, text }) =>
    text
      .split('\n')
      .filter((line) => /\p{L}/u.test(line))
      .map((line) => ({ id, language: guessLanguage(line), count: 1 })),
  );
  const byBase = Map.groupBy([...stored, ...lines], ({ id }) => id);
  return new Map([...byBase].map(([id, counts]) => [id, mostFrequent(counts)]));
}

function mostFrequent(
  counts: readonly { readonly language: Language; readonly count: number }[],
): readonly Language[] {
  const sums = new Map<Language, number>();
  for (const { language, count } of counts) sums.set(language, (sums.get(language) ?? 0) + count);
  const all = [...sums.values()].reduce((sum, count) => sum + count, 0);
  return [...sums]
    .filter(([, count]) => count >= all * LEAST_SHARE)
    .sort(([, one], [, other]) => other - one)
    .map(([language]) => language);
}

interface WordsRequest {
  readonly bases: readonly SearchableBase[];
  readonly plan: QueryPlan;
  readonly limit: number;
  /** Null: all chunks. */
  readonly accepted: ReadonlyMap<KnowledgeId, Accepted> | null;
}

/** The best chunks of each base by its words; each base ranks its own by its own statistics. */
export async function rankWords(
  transaction: AccountTransaction,
  cache: BlockCache,
  { bases, plan, limit, accepted }: WordsRequest,
): Promise<Map<KnowledgeId, RankedChunk[]>> {
  const wanted = wantedBlocks(
    plan,
    bases.flatMap(({ segments }) => segments),
  );
  const rows = await cache.load(transaction, wanted);
  const blocks: Map<string, BlockRow[]> = Map.groupBy(rows, ({ segmentId }) => segmentId);
  return new Map(
    bases.map((base) => {
      const segments = base.segments.map(({ id, removed }) => ({
        removed: new Set(removed),
        blocks: blocks.get(id) ?? [],
      }));
      const request = { plan, statistics: base, segments, limit };
      if (!accepted) return [base.id, rankChunks(request)];
      const among = accepted.get(base.id)?.ordinals;
      return [base.id, rankChunks({ ...request, accept: (ordinal) => among?.has(ordinal) ?? false })];
    }),
  );
}
