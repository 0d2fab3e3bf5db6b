/** A customer's word; `at` in milliseconds. */
export interface CustomerWord {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

const QUIET_MS = 30 * 60_000;
/** What was written longer ago has been told, or nobody was there to tell. */
const RECENT_MS = 10 * 60_000;

/**
 * The words with which a customer has just begun to talk: their first, or the first after half an hour of silence,
 * whoever answers. `newest` are their last words, the newest first; `isAll`: there are no older ones.
 */
export const beginnings = (
  newest: readonly CustomerWord[],
  { isAll, now }: { readonly isAll: boolean; readonly now: number },
): CustomerWord[] =>
  newest.filter((word, index) => {
    if (now - word.at > RECENT_MS) return false;
    const before = newest[index + 1];
    return before ? word.at - before.at > QUIET_MS : isAll;
  });
