import type { GroupRouter, GroupRule } from '@hanasu/contract/groups';
import type { BotId, KnowledgeId } from '@hanasu/contract/ids';

/** A bot that may be chosen. */
export interface GroupCandidate {
  readonly botId: BotId;
  readonly name: string;
  readonly whenToUse: string;
  readonly rules: readonly GroupRule[];
  readonly knowledgeIds: readonly KnowledgeId[];
}

/** A group as the routers see it: only bots that can answer now, in order. */
export interface GroupPlan {
  readonly router: GroupRouter;
  readonly serviceUuid: string | null;
  readonly members: readonly GroupCandidate[];
  readonly fallbackBotId: BotId | null;
}
