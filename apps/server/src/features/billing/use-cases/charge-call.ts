import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { costInTokens } from '@hanasu/models/catalogue/cost-in-tokens';
import type { AnswerUsage } from '@hanasu/models/gateway/answer-part';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { CallUrgency } from '../domain/room-for-call.ts';
import { reserveCall } from './reserve-call.ts';
import { settleCalls } from './settle-calls.ts';

export interface ModelCall {
  readonly accountId: AccountId;
  readonly serviceUuid: string;
  readonly conversationId?: ConversationId | null;
  /** What it may cost at most. */
  readonly tokens: number;
  readonly urgency: CallUrgency;
  readonly signal?: AbortSignal | undefined;
}

export interface CallUsage {
  readonly cost: number;
  readonly input: number;
  readonly output: number;
}

/** Usage of a language model at the rates of its catalogue entry. */
export const languageUsage = ({ rates }: Pick<CatalogueEntry, 'rates'>, usage: AnswerUsage): CallUsage => ({
  cost: Number(costInTokens(rates, usage)),
  input: usage.inputTokens,
  output: usage.outputTokens,
});

/** `tokens`: what was charged. */
export type ChargedCall<Value> =
  | { readonly kind: 'made'; readonly value: Value; readonly tokens: number }
  | { readonly kind: 'busy' | 'spent' };

const NOTHING: CallUsage = { cost: 0, input: 0, output: 0 };

/**
 * Makes one call of a model: its tokens are reserved before and its cost is charged after it, never more than was
 * reserved. A call that throws costs nothing.
 */
export async function chargeCall<Value>(
  database: Pick<Database, 'system'>,
  call: ModelCall,
  make: () => Promise<{ readonly value: Value; readonly usage: CallUsage }>,
): Promise<ChargedCall<Value>> {
  const id = newId<string>();
  const reserved = await reserveCall(database, { ...call, id });
  if (reserved !== 'granted') return { kind: reserved };
  let used = NOTHING;
  const charged = () => Math.min(call.tokens, used.cost);
  try {
    const { value, usage } = await make();
    used = usage;
    return { kind: 'made', value, tokens: charged() };
  } finally {
    await database.system((transaction) =>
      settleCalls(transaction, [
        {
          accountId: call.accountId,
          id,
          tokens: charged() === 0 ? 0 : -charged(),
          botId: null,
          serviceUuid: call.serviceUuid,
          channelId: null,
          conversationId: call.conversationId ?? null,
          messageId: null,
          input: used.input,
          output: used.output,
        },
      ]),
    );
  }
}
