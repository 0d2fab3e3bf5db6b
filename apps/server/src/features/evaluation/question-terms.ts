import { analyse } from '@hanasu/retrieval/analyse/analyse';
import { isStopTerm } from '@hanasu/retrieval/analyse/stop-words';

/**
 * Words of a text for comparing: Latin ones folded and stemmed (Vietnamese with and without marks is the same),
 * Japanese ones from the dictionary, single Han characters and runs of katakana. `content` leaves out function words.
 */
export function termsOf(text: string): { readonly all: string[]; readonly content: string[] } {
  const { P, S, U, K } = analyse(text);
  const all = [...new Set([...P, ...S, ...U, ...K])];
  return { all, content: all.filter((term) => !isStopTerm(term)) };
}
