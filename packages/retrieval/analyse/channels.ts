/** One way of cutting text into terms. Scores of all channels are added. */
export const CHANNELS = ['W', 'P', 'B', 'C', 'S', 'G', 'U', 'K'] as const;

/**
 * W words as written · P folded words, English ones stemmed · B pairs of neighbouring P ·
 * C four-character pieces of words · S Japanese dictionary words · G pairs of Japanese characters,
 * kana folded · U single Han characters · K runs of katakana.
 */
export type Channel = (typeof CHANNELS)[number];

/** Channel index (0..7) of a term key: the key's first character is its channel. */
export function channelOf(term: string): number {
  return CHANNELS.indexOf(term.charAt(0) as Channel);
}
