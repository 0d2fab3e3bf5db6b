import type { SplitOptions } from '@hanasu/retrieval/split/chunk';

/** Weighted characters of a token, about: 900 of them are the usual 220 tokens. */
const WEIGHT_OF_TOKEN = 900 / 220;

/** Sizes of the settings as the splitter takes them. */
export const splitOptions = (sizes: {
  readonly chunkTokens: number;
  readonly overlapPercent: number;
}): { readonly options: SplitOptions } => ({
  options: {
    maximum: Math.round(sizes.chunkTokens * WEIGHT_OF_TOKEN),
    overlap: sizes.overlapPercent / 100,
  },
});
