import type { EmbeddingId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { copyFloats } from './float-bytes.ts';
import { type FilledSlab, SLAB_FLOATS, strideOf, type VectorArena } from './vector-arena.ts';
import type { VectorKey } from './vector-index.ts';
import { measureVectors, NO_ID, selectVectorsSince, type VectorRow } from './vectors.store.ts';

/** Vectors of one model in one base, in memory. Rows of chunks that are gone stay until it is loaded anew. */
export interface VectorSet {
  readonly dimensions: number;
  readonly stride: number;
  readonly rowsPerSlab: number;
  /** Of the base when it was last compared with the database. */
  version: number;
  readonly ids: EmbeddingId[];
  readonly rows: Map<EmbeddingId, number>;
  readonly slabs: number[];
  /** Is being written to, so nobody may take its memory. */
  isLoading: boolean;
}

export interface VectorCache {
  readonly arena: VectorArena;
  /** What is in memory, whatever its age; null: nothing. */
  peek(accountId: string, key: VectorKey): VectorSet | null;
  /** All vectors as of a version of the base or later; null: there are none, or more than fit. */
  load(transaction: AccountTransaction, key: VectorKey, version: number): Promise<VectorSet | null>;
}

const PAGE_ROWS = 1000;

/** Full slabs, then the rest. */
export const filledSlabs = ({ slabs, ids, rowsPerSlab }: VectorSet): FilledSlab[] =>
  slabs.map((slab, index) => ({ slab, rows: Math.min(rowsPerSlab, ids.length - index * rowsPerSlab) }));

/**
 * Keeps the sets that were asked for last, as many as the arena holds. Versions of bases go up with every write, so a
 * set stays true without any message between processes: what is missing is loaded by the next who asks.
 */
export function createVectorCache(arena: VectorArena): VectorCache {
  // Insertion order is age: what is asked for again moves to the end.
  const sets = new Map<string, VectorSet>();
  const loads = new Map<string, Promise<unknown>>();
  const nameOf = (accountId: string, { knowledgeId, model }: VectorKey) =>
    `${accountId} ${knowledgeId} ${model}`;

  function drop(name: string): void {
    for (const slab of sets.get(name)?.slabs ?? []) arena.free(slab);
    sets.delete(name);
  }

  /** A slab, if need be of what was not asked for longest; null: all others are in use. */
  function takeSlab(): number | null {
    for (;;) {
      const slab = arena.allocate();
      if (slab !== null) return slab;
      const oldest = [...sets].find(([, set]) => !set.isLoading)?.[0];
      if (oldest === undefined) return null;
      drop(oldest);
    }
  }

  /** False when there is no room. */
  function add(set: VectorSet, { id, data }: VectorRow): boolean {
    // Vectors of another length than the first can't be compared; a model that has changed is embedded anew.
    if (data.length !== set.dimensions * 4) return true;
    const row = set.rows.get(id) ?? set.ids.length;
    if (row === set.slabs.length * set.rowsPerSlab) {
      const slab = takeSlab();
      if (slab === null) return false;
      arena.view(slab).fill(0);
      set.slabs.push(slab);
    }
    const slab = set.slabs[Math.floor(row / set.rowsPerSlab)] ?? 0;
    copyFloats(data, arena.view(slab), (row % set.rowsPerSlab) * set.stride);
    if (row === set.ids.length) set.ids.push(id);
    set.rows.set(id, row);
    return true;
  }

  /** The set to fill: what is there already, or an empty one; null: there are no vectors, or too many. */
  async function open(
    transaction: AccountTransaction,
    key: VectorKey,
    name: string,
  ): Promise<VectorSet | null> {
    const size = await measureVectors(transaction, key);
    const known = sets.get(name);
    // Mostly rows of chunks that are gone: begun anew it takes less room.
    const isWorn = known && known.ids.length > (size?.count ?? 0) * 1.3 + 1000;
    if (isWorn || (known && known.dimensions !== size?.dimensions)) drop(name);
    else if (known) return known;
    if (!size?.dimensions) return null;
    const set = emptySet(size.dimensions);
    const slabs = Math.ceil(size.count / set.rowsPerSlab);
    if (slabs * SLAB_FLOATS * 4 > arena.capacityBytes) return null;
    sets.set(name, set);
    return set;
  }

  async function fill(transaction: AccountTransaction, key: VectorKey, version: number, set: VectorSet) {
    let at = { version: set.version, id: set.version === 0 ? NO_ID : LAST_ID };
    for (;;) {
      const rows = await selectVectorsSince(transaction, key, { ...at, limit: PAGE_ROWS });
      if (!rows.every((row) => add(set, row))) return false;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_ROWS) break;
      at = last;
    }
    set.version = Math.max(set.version, version);
    return true;
  }

  async function update(transaction: AccountTransaction, key: VectorKey, version: number) {
    const name = nameOf(transaction.accountId, key);
    const set = await open(transaction, key, name);
    if (!set) return null;
    set.isLoading = true;
    try {
      if (await fill(transaction, key, version, set)) return set;
      drop(name);
      return null;
    } catch (error) {
      // Half a set would look like a whole one to the next.
      drop(name);
      throw error;
    } finally {
      set.isLoading = false;
    }
  }

  return {
    arena,
    peek: (accountId, key) => sets.get(nameOf(accountId, key)) ?? null,
    async load(transaction, key, version) {
      const name = nameOf(transaction.accountId, key);
      for (let running = loads.get(name); running; running = loads.get(name)) await running.catch(() => null);
      const known = sets.get(name);
      if (known && known.version >= version) {
        sets.delete(name);
        sets.set(name, known);
        return known;
      }
      const loading = update(transaction, key, version).finally(() => loads.delete(name));
      loads.set(name, loading);
      return loading;
    },
  };
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function emptySet(dimensions: number): VectorSet {
  const stride = strideOf(dimensions);
  return {
    dimensions,
    stride,
    rowsPerSlab: Math.floor(SLAB_FLOATS / stride),
    version: 0,
    ids: [],
    rows: new Map(),
    slabs: [],
    isLoading: false,
  };
}
