import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type BlockRow, selectBlocks } from './index.store.ts';

interface WantedBlock {
  readonly segmentId: string;
  readonly bucket: number;
}

/** Blocks of the index, from memory where they were asked for before. */
export interface BlockCache {
  load(transaction: AccountTransaction, wanted: readonly WantedBlock[]): Promise<BlockRow[]>;
}

/** What an entry takes besides its data. */
const ENTRY_BYTES = 150;

/**
 * Keeps the blocks asked for last, up to `capacity` bytes. Segments never change and their ids are never used again, so
 * what is kept stays true without any message between processes. An account can't reach another's blocks: their
 * segment ids come from a query of its own.
 */
export function createBlockCache(capacity: number): BlockCache {
  // Insertion order is age: what is asked for again moves to the end. Null: the segment has no such block.
  const kept = new Map<string, BlockRow | null>();
  let bytes = 0;

  const sizeOf = (row: BlockRow | null): number => ENTRY_BYTES + (row?.data.byteLength ?? 0);

  function keep(key: string, row: BlockRow | null): void {
    kept.set(key, row);
    bytes += sizeOf(row);
    for (const [oldest, entry] of kept) {
      if (bytes <= capacity) break;
      kept.delete(oldest);
      bytes -= sizeOf(entry);
    }
  }

  return {
    async load(transaction, wanted) {
      const found: BlockRow[] = [];
      const missing: WantedBlock[] = [];
      for (const block of wanted) {
        const key = keyOf(block);
        const row = kept.get(key);
        if (row === undefined) {
          missing.push(block);
          continue;
        }
        kept.delete(key);
        kept.set(key, row);
        if (row) found.push(row);
      }
      if (missing.length === 0) return found;
      const rows = await selectBlocks(transaction, missing);
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      for (const block of missing)
        if (!kept.has(keyOf(block))) keep(keyOf(block), byKey.get(keyOf(block)) ?? null);
      return [...found, ...rows];
    },
  };
}

const keyOf = ({ segmentId, bucket }: WantedBlock): string => `${segmentId} ${bucket}`;
