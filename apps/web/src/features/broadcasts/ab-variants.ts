import type { AbTest } from '@hanasu/contract/broadcast-ab';

/** A, B, C, … */
export const variantName = (variant: number): string => String.fromCharCode('A'.charCodeAt(0) + variant);

const sumOf = ({ shares }: AbTest): number => shares.reduce((sum, share) => sum + share, 0);

/** Whether a part of the audience gets the winner. */
export const waitsForWinner = (test: AbTest): boolean => sumOf(test) < 100;

/** Shares above 100 percent in total can't be saved. */
export const isWholeTest = (test: AbTest): boolean => sumOf(test) <= 100;
