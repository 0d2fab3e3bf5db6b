import { analyse } from './analyse.ts';
import { CHANNELS } from './channels.ts';

/** Terms of one chunk: `lengths[channel]` tokens a channel has, `terms` key → how often. All integers. */
export interface ChunkTerms {
  readonly lengths: readonly number[];
  readonly terms: ReadonlyMap<string, number>;
}

const TITLE_WEIGHT = 2;

/** Terms of a chunk's text and title; a title token counts twice. */
export function chunkTerms(chunk: { readonly title: string; readonly text: string }): ChunkTerms {
  const lengths = CHANNELS.map(() => 0);
  const terms = new Map<string, number>();
  count(chunk.text, 1, lengths, terms);
  if (chunk.title) count(chunk.title, TITLE_WEIGHT, lengths, terms);
  return { lengths, terms };
}

function count(text: string, weight: number, lengths: number[], terms: Map<string, number>): void {
  const found = analyse(text);
  for (const [index, channel] of CHANNELS.entries()) {
    const tokens = found[channel];
    lengths[index] = (lengths[index] ?? 0) + tokens.length * weight;
    for (const token of tokens) terms.set(token, (terms.get(token) ?? 0) + weight);
  }
}
