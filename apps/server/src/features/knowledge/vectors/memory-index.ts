import type { EmbeddingId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { toFloats } from './float-bytes.ts';
import { byNearness, isSettled, SINGLE_ERROR, topRows } from './top-rows.ts';
import { dotAt } from './vector-arena.ts';
import { filledSlabs, type VectorCache, type VectorSet } from './vector-cache.ts';
import type { NearChunk, VectorIndex } from './vector-index.ts';
import { NO_ID, selectFindable, selectVectorPage, selectVectorState } from './vectors.store.ts';

export type NearestRequest = Parameters<VectorIndex['nearest']>[1];

/** More than asked for, because the last of them are told apart only by the exact score. */
export const SPARE_ROWS = 16;
const SCAN_ROWS = 1000;
/** So few chunks are compared where they lie, if their base isn't in memory already. */
const FEW_CHUNKS = 300;

/**
 * Exact search in this process. A base is loaded once and kept while there is room (`VectorCache`); one that is larger
 * than all the room is compared page by page as it comes from the database.
 */
export const createMemoryIndex = (cache: VectorCache): VectorIndex => ({
  async nearest(transaction, request) {
    if (request.limit < 1) return [];
    const state = await selectVectorState(transaction, request.knowledgeId);
    if (!state) return [];
    const known = cache.peek(transaction.accountId, request);
    const isFew = (request.accept?.size ?? Number.POSITIVE_INFINITY) <= FEW_CHUNKS;
    if (isFew && known?.version !== state.version) return scan(transaction, request);
    const set = await cache.load(transaction, request, state.version);
    if (!set) return scan(transaction, request);
    return set.dimensions === request.query.length ? searchSet(transaction, cache, set, request) : [];
  },
});

/** Takes more and more of the best rows until enough of them are chunks that may be found. */
async function searchSet(
  transaction: AccountTransaction,
  cache: VectorCache,
  set: VectorSet,
  request: NearestRequest,
): Promise<NearChunk[]> {
  let held: VectorSet | null = set;
  for (let window = request.limit + SPARE_ROWS; held; window *= 4) {
    const candidates = rank(cache, held, { request, window });
    const ids = candidates.map(({ embeddingId }) => embeddingId);
    const findable = await selectFindable(transaction, request, ids);
    const found = candidates
      .flatMap((candidate) => {
        const ordinal = findable.get(candidate.embeddingId);
        return ordinal === undefined ? [] : [{ ...candidate, ordinal }];
      })
      .sort(byNearness);
    const rows = candidates.length;
    if (isSettled(found, { limit: request.limit, window, rows, error: SINGLE_ERROR }))
      return found.slice(0, request.limit);
    // While we waited its memory may have been given to another.
    held = cache.peek(transaction.accountId, request);
  }
  return scan(transaction, request);
}

/** The best rows with their exact scores. Without a pause in between: the memory stays what it is. */
function rank(
  { arena }: VectorCache,
  set: VectorSet,
  { request: { query, accept }, window }: { readonly request: NearestRequest; readonly window: number },
): Omit<NearChunk, 'ordinal'>[] {
  const slabs = filledSlabs(set);
  const scores = new Float32Array(set.ids.length);
  arena.score(query, slabs, set.stride, scores);
  const idOf = (row: number) => set.ids[row] as EmbeddingId;
  const best = topRows(scores, window, accept ? (row) => accept.has(idOf(row)) : () => true);
  return best.map((row) => {
    const view = arena.view(set.slabs[Math.floor(row / set.rowsPerSlab)] ?? 0);
    return { embeddingId: idOf(row), score: dotAt(query, view, (row % set.rowsPerSlab) * set.stride) };
  });
}

async function scan(transaction: AccountTransaction, request: NearestRequest): Promise<NearChunk[]> {
  const { query, accept, limit } = request;
  const ids = accept && accept.size <= FEW_CHUNKS ? [...accept] : null;
  let best: NearChunk[] = [];
  let after: string = NO_ID;
  for (;;) {
    const rows = await selectVectorPage(transaction, request, { after, limit: SCAN_ROWS, ids });
    const near = rows
      .filter(({ id, data }) => data.length === query.length * 4 && (accept?.has(id) ?? true))
      .map(({ id, data, ordinal }) => ({
        embeddingId: id,
        ordinal,
        score: dotAt(query, toFloats(data), 0),
      }));
    best = [...best, ...near].sort(byNearness).slice(0, limit);
    const last = rows.at(-1);
    if (!last || rows.length < SCAN_ROWS) return best;
    after = last.id;
  }
}
