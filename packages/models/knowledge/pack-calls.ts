/** Runs of texts, in order, that each fit one call. `tokens` are those of each text; a text alone always fits. */
export function packCalls(
  tokens: readonly number[],
  limits: { readonly callTexts: number; readonly callTokens: number },
): { readonly from: number; readonly to: number }[] {
  const calls: { from: number; to: number }[] = [];
  let from = 0;
  let sum = 0;
  for (const [index, count] of tokens.entries()) {
    const isFull = index - from >= limits.callTexts || sum + count > limits.callTokens;
    if (isFull && index > from) {
      calls.push({ from, to: index });
      from = index;
      sum = 0;
    }
    sum += count;
  }
  if (from < tokens.length) calls.push({ from, to: tokens.length });
  return calls;
}
