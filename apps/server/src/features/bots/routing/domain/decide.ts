import type { CHOICE_REASONS } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import type { GroupPlan } from './group-plan.ts';

export interface ScoredCandidate {
  readonly botId: BotId;
  readonly name: string;
  readonly score: number;
  readonly wording: number;
  readonly knowledge: number;
  readonly words: readonly string[];
}

export interface Decision {
  readonly botId: BotId | null;
  readonly reason: (typeof CHOICE_REASONS)[number];
}

/** Below this nothing speaks for a bot. */
export const CLEAR = 0.2;
/** So much better another bot has to be to take over a conversation. */
export const STAY_MARGIN = 0.15;

/** The bot that answered before, while it can still answer for this group. */
export function stillThere({ members, fallbackBotId }: GroupPlan, previous: BotId | null): BotId | null {
  const isThere = previous === fallbackBotId || members.some(({ botId }) => botId === previous);
  return isThere ? previous : null;
}

/** What is left when nothing speaks for a member: who answered before, the fallback, or the first. */
export function withoutEvidence(plan: GroupPlan, previous: BotId | null): Decision {
  if (previous) return { botId: previous, reason: 'kept' };
  const botId = plan.fallbackBotId ?? plan.members[0]?.botId ?? null;
  return { botId, reason: botId ? 'fallback' : 'nobody' };
}

/** Chooses by score, best first; who answered before stays unless another is clearly better. */
export function decideByScore(
  plan: GroupPlan,
  candidates: readonly ScoredCandidate[],
  previous: BotId | null,
): Decision {
  const best = candidates[0];
  if (!best || best.score < CLEAR) return withoutEvidence(plan, previous);
  if (previous && previous !== best.botId) {
    const before = candidates.find(({ botId }) => botId === previous)?.score ?? 0;
    if (best.score - before < STAY_MARGIN) return { botId: previous, reason: 'kept' };
  }
  return { botId: best.botId, reason: 'similar' };
}
