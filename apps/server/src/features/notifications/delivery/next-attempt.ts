/** What one try to tell somebody has come to; `detail` is a stable word, or what the other side said. */
export type AttemptOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'again'; readonly detail: string; readonly afterMs?: number | undefined };

export type Ending =
  | { readonly state: 'sent' | 'failed'; readonly detail: string | null }
  | { readonly state: 'waiting'; readonly detail: string; readonly afterSeconds: number };

/** Between the six tries, in seconds: about an hour in all. */
export const PAUSES = [5, 60, 300, 900, 2_400];

export function endingOf(outcome: AttemptOutcome, attempts: number): Ending {
  if (outcome.kind === 'sent') return { state: 'sent', detail: null };
  if (outcome.kind === 'failed') return { state: 'failed', detail: outcome.detail };
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return { state: 'failed', detail: outcome.detail };
  const afterSeconds = Math.max(pause, Math.ceil((outcome.afterMs ?? 0) / 1_000));
  return { state: 'waiting', detail: outcome.detail, afterSeconds };
}
