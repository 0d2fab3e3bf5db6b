import type { AbTest } from '@hanasu/contract/broadcast-ab';

/** A, B, C, … */
export const variantName = (variant: number): string => String.fromCharCode('A'.charCodeAt(0) + variant);

/** Shares above 100 percent in total can't be saved. */
export const isWholeTest = ({ shares }: AbTest): boolean =>
  shares.reduce((sum, share) => sum + share, 0) <= 100;
