import type { AccountId } from '@hanasu/contract/ids';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { RoomRequest } from '../../billing/public.ts';
import type { BotRow } from '../../bots/public.ts';
import { largestCost, leastCost } from './answer-price.ts';

interface AskedOf {
  readonly accountId: AccountId;
  readonly bot: BotRow;
  readonly text: string;
  readonly hasAttachments?: boolean;
  /** A budget beside the account's. */
  readonly mostTokens?: number;
}

type Place = Pick<RoomRequest, 'id' | 'holder' | 'entrance' | 'isAnonymous' | 'isStored'>;

/** The room that an answer needs. */
export function roomRequest(
  models: Pick<ModelRegistry, 'find'>,
  { accountId, bot, text, hasAttachments = false, mostTokens = Number.POSITIVE_INFINITY }: AskedOf,
  place: Place,
): RoomRequest {
  const limit = Math.min(mostTokens, largestCost(models, bot, text, { hasAttachments }));
  const least = Math.min(limit, leastCost(models, bot, text));
  return { ...place, accountId, botId: bot.id, limit, least };
}
