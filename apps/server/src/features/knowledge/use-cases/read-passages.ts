import type { AccountTransaction } from '../../../platform/database/database.ts';
import { nearDuplicates } from '../domain/ranking.ts';
import type { FoundPassage } from '../domain/search.ts';
import { type DocumentPart, selectParts, selectPassages } from '../search.store.ts';
import type { Candidate } from './find-candidates.ts';

export interface Passages {
  /** Best first. */
  readonly passages: FoundPassage[];
  /** Left out because a better one says nearly the same. */
  readonly duplicates: number;
}

/** So many more are read than are wanted, for those that turn out to repeat a better one. */
export const withSpare = (limit: number): number => limit + Math.ceil(limit / 2) + 2;

/** The texts of the best candidates, without near repetitions; chunks that are gone are left out. */
export async function readPassages(
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
