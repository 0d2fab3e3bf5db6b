/**
 * Who waits for a call that is no answer by itself: a customer inside a turn (question embedding, reranking,
 * translation, choice of a bot), a person of the team before a screen, or a job.
 */
export type CallUrgency = 'turn' | 'staff' | 'background';

/** How long a call waits for room. */
export const PATIENCE_MS = {
  // A call inside a turn, which goes on without its result.
  turn: 5_000,
  // A person looks at a spinner.
  staff: 10_000,
  // A job, which starts the wait again.
  background: 30_000,
} as const satisfies Record<CallUrgency, number>;

/** The balance of an account, and what is reserved of it now. */
export interface BalanceUse {
  readonly balance: number;
  readonly reserved: number;
  /** What the dearest of the running answers may cost at most; 0: none runs. */
  readonly largestAnswer: number;
  /** Turns wait for room. */
  readonly isWaitedFor: boolean;
}

/**
 * Whether a call may be made now. Reservations of others do not make an account poor: only a balance below the call's
 * own price does. A call of a turn may exceed the balance as its answer may, by one answer in all, so that answers that
 * hold the balance do not wait for their own retrieval. Jobs give way to turns that wait.
 */
export function roomForCall(
  { tokens, urgency }: { readonly tokens: number; readonly urgency: CallUrgency },
  { balance, reserved, largestAnswer, isWaitedFor }: BalanceUse,
): 'granted' | 'busy' | 'spent' {
  if (balance < tokens) return 'spent';
  if (urgency === 'background' && isWaitedFor) return 'busy';
  const most = urgency === 'turn' ? balance + largestAnswer : balance;
  return reserved + tokens <= most ? 'granted' : 'busy';
}
