/** What one try has come to. `status` null: there was no answer. */
export interface AttemptResult {
  readonly status: number | null;
  readonly detail: string;
}

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly afterSeconds: number }
  | { readonly kind: 'failed'; readonly isGone: boolean };

/** Between the six tries, in seconds: about an hour in all. */
export const PAUSES = [5, 60, 300, 900, 2_400];
const GONE = 410;

/** Any 2xx is taken. 410 says that nobody will ever listen there again. Everything else may be a bad moment. */
export function nextStep({ status }: AttemptResult, attempts: number): NextStep {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === GONE) return { kind: 'failed', isGone: true };
  const afterSeconds = PAUSES[attempts - 1];
  return afterSeconds === undefined ? { kind: 'failed', isGone: false } : { kind: 'again', afterSeconds };
}
