import type { BotView } from '@hanasu/contract/bots';

type Bot = Pick<BotView, 'state'>;

/** Whether customers get answers from it. */
export const isAnswering = ({ state }: Bot): boolean => state === 'live' || state === 'changed';

/** The bot that a form may choose by itself: the only one that answers, or the only one there is. */
export function preselectedBot<B extends Bot>(bots: readonly B[]): B | undefined {
  const answering = bots.filter(isAnswering);
  const candidates = answering.length > 0 ? answering : bots;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * What is tried out first: of the bots, newest change first, the one that answers. Nothing is at stake where only oneself
 * writes, so that there need not be only one.
 */
export const triedBot = <B extends Bot>(bots: readonly B[]): B | undefined =>
  bots.find(isAnswering) ?? bots[0];
