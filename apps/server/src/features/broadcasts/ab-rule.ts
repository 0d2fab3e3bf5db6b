import { AB_LEAST, AB_SURE, type AbWinnerBy } from '@hanasu/contract/broadcast-ab';

/** Counts of one variant in the test. */
export interface Tested {
  /** People whose message was accepted. */
  readonly tested: number;
  /** Of them, who did what is measured. */
  readonly reacted: number;
}

const STEPS = 8_192;

/**
 * For each variant, how likely it is that its rate is the highest of all, where nothing was known of any of them before:
 * each rate is a Beta(1 + reacted, 1 + not). Null: too little is known to say anything. Summed up over the angle whose
 * squared sine is the rate: over it every such curve is about as wide, wherever it lies, so that one grid fits all.
 */
export function chancesOf(variants: readonly Tested[]): number[] | null {
  if (variants.some(({ tested }) => tested < AB_LEAST)) return null;
  const curves = variants.map(curveOf);
  return curves.map(({ weights }, own) => {
    let sum = 0;
    for (let step = 0; step < STEPS; step += 1) {
      let product = weights[step] ?? 0;
      for (const [other, { below }] of curves.entries()) if (other !== own) product *= below[step] ?? 0;
      sum += product;
    }
    return sum;
  });
}

/** How much of the curve lies at each step, and how much below it; all of it is 1. */
function curveOf({ tested, reacted }: Tested): { weights: number[]; below: number[] } {
  const heights = Array.from({ length: STEPS }, (_, step) => {
    const angle = ((step + 0.5) / STEPS) * (Math.PI / 2);
    return (
      (2 * reacted + 1) * Math.log(Math.sin(angle)) + (2 * (tested - reacted) + 1) * Math.log(Math.cos(angle))
    );
  });
  const highest = heights.reduce((most, height) => Math.max(most, height), Number.NEGATIVE_INFINITY);
  const parts = heights.map((height) => Math.exp(height - highest));
  const all = parts.reduce((sum, part) => sum + part, 0);
  const weights = parts.map((part) => part / all);
  let sum = 0;
  const below = weights.map((weight) => {
    sum += weight;
    return sum - weight / 2;
  });
  return { weights, below };
}

/** The one that is surely the best; where there is none, the first goes on. */
export function ruleWinner(variants: readonly Tested[]): {
  readonly variant: number;
  readonly by: AbWinnerBy;
} {
  const best = chancesOf(variants)?.findIndex((chance) => chance >= AB_SURE) ?? -1;
  return best === -1 ? { variant: 0, by: 'no_difference' } : { variant: best, by: 'rule' };
}
