/** More answers in a row are not thrown away: who never stops writing is answered all the same. */
const MOST_SUPERSEDED = 3;
/** Nor is one of a customer who began to ask so long ago. */
const PATIENCE_MS = 30_000;

export interface RunningTurn {
  readonly signal: AbortSignal;
  /** It was broken off because more was said. */
  readonly isBrokenOff: boolean;
  /** From now on it is known what is answered. */
  begin(turn: { readonly askedAt: Date; readonly superseded: number; readonly dueAt: string }): void;
  /** The answer does something outside: it is kept from now on, whatever is said meanwhile. */
  keep(): void;
  mayBeSuperseded(): boolean;
  /** More was said: it is broken off, if it may be. */
  supersede(): void;
  /** The same, for those who saw when the answer is due now. */
  seeDueAt(dueAt: string | null): void;
  /** Somebody else has the conversation. */
  stop(): void;
}

/** A turn that is under way here and may be broken off as long as nothing of it was said. */
export function createRunningTurn(now: () => number): RunningTurn {
  const abort = new AbortController();
  let begun: { readonly askedAt: Date; readonly superseded: number; readonly dueAt: string } | null = null;
  let isKept = false;
  let isBrokenOff = false;
  const mayBeSuperseded = (): boolean =>
    begun !== null &&
    !isKept &&
    begun.superseded < MOST_SUPERSEDED &&
    now() - begun.askedAt.getTime() < PATIENCE_MS;
  const supersede = (): void => {
    if (!mayBeSuperseded()) return;
    isBrokenOff = true;
    abort.abort();
  };
  return {
    signal: abort.signal,
    get isBrokenOff() {
      return isBrokenOff;
    },
    begin: (turn) => {
      begun = turn;
    },
    keep: () => {
      isKept = true;
    },
    mayBeSuperseded,
    supersede,
    seeDueAt: (dueAt) => {
      if (begun && dueAt !== null && dueAt !== begun.dueAt) supersede();
    },
    stop: () => abort.abort(),
  };
}
