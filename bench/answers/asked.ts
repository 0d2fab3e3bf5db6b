export interface AskedQuestion {
  readonly ask: string;
  /** What a right answer says; null: the document doesn't tell, so that staff have to. */
  readonly facts: readonly string[] | null;
}

/** A document as a shop uploads it, and what its customers ask. */
export interface AskedDocument {
  readonly name: string;
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly questions: readonly AskedQuestion[];
}

export type Verdict = 'right' | 'wrong' | 'not found although there' | 'rightly handed over' | 'made up';

/** Marks of quotes and spaces say nothing. */
const bare = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

export function judge(
  { facts }: AskedQuestion,
  { text, outcome }: { readonly text: string; readonly outcome: string },
): Verdict {
  if (facts === null) return outcome === 'not_found' ? 'rightly handed over' : 'made up';
  if (outcome === 'not_found') return 'not found although there';
  return facts.every((fact) => bare(text).includes(bare(fact))) ? 'right' : 'wrong';
}
