import type { CatalogueEntry } from './catalogue-entry.ts';

/** Prepaid tokens that one call costs: input × rate + output × rate, rounded up. Rates have one decimal at most. */
export function costInTokens(
  rates: CatalogueEntry['rates'],
  usage: { inputTokens: number; outputTokens: number },
): bigint {
  const tenths =
    usage.inputTokens * Math.round(rates.input * 10) + usage.outputTokens * Math.round(rates.output * 10);
  return BigInt(Math.ceil(tenths / 10));
}
