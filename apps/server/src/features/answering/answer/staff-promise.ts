import type { messageTree } from '../../conversations/public.ts';
import type { Answer } from './answer.ts';

/** What the customer hears of the outcomes without an answer. */
const PROMISES: ReadonlySet<string | null> = new Set([
  'not_found',
  'handed_over',
  'model_failed',
  'no_tokens',
  'no_budget',
  'busy',
  'paused',
  'not_published',
]);
/** What the channel's rules said: staff were called, or look at what the bot does not read. */
const PROMISING_NOTICES: ReadonlySet<string | null> = new Set(['called', 'person']);
/** Who asks again after so long hears once more that staff will reply. */
const SAID_AGAIN_AFTER_MS = 3 * 60 * 60_000;

/** It is so long ago that staff were promised that it is said once more. */
export const isSaidAgain = (promisedAt: Date | null, now: Date): boolean =>
  promisedAt !== null && now.getTime() - promisedAt.getTime() >= SAID_AGAIN_AFTER_MS;

/** When staff were last promised and have not written since; of a conversation that waits for them. */
export function promisedAt(
  said: readonly Pick<messageTree.HeardMessage, 'sender' | 'outcome' | 'notice' | 'createdAt'>[],
): Date | null {
  const own = said.slice(said.findLastIndex(({ sender }) => sender === 'operator') + 1);
  const isPromise = ({ sender, outcome, notice }: (typeof own)[number]): boolean =>
    sender === 'bot' && (PROMISES.has(outcome) || PROMISING_NOTICES.has(notice));
  return own.findLast(isPromise)?.createdAt ?? null;
}

interface Promised {
  readonly promisedAt: Date | null;
  readonly now: Date;
  /** Said instead after a while. */
  readonly received: string;
}

/** `isRepeated`: the customer waits for staff and knows. `isSilent`: not long enough to hear it again. */
export interface SaidOnce {
  readonly answer: Answer;
  readonly isRepeated: boolean;
  readonly isSilent: boolean;
}

/** That staff will reply is said once, by whatever way the customer writes; an answer is always said. */
export function saidOnce(answer: Answer, { promisedAt: at, now, received }: Promised): SaidOnce {
  if (!at) return { answer, isRepeated: false, isSilent: false };
  const isSilent = !isSaidAgain(at, now);
  if (answer.answeredPart && isSilent) {
    const { promisesStaff: _, ...rest } = answer;
    return { answer: { ...rest, text: answer.answeredPart.alone }, isRepeated: true, isSilent: false };
  }
  if (!answer.saidInstead) return { answer, isRepeated: false, isSilent: false };
  return { answer: { ...answer, text: isSilent ? '' : received }, isRepeated: true, isSilent };
}
