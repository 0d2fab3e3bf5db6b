import type { AccountId } from '@hanasu/contract/ids';
import type { KnowledgeModelFailure } from '@hanasu/models/knowledge/knowledge-models';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { reserveTokens, settleCalls } from '../../billing/public.ts';

interface Price {
  readonly accountId: AccountId;
  readonly model: string;
  /** Prepaid tokens it costs, about. */
  readonly estimate: number;
}

interface Used {
  readonly kind: 'ok';
  readonly tokens: number;
  readonly cost: number;
}

const NOTHING: Pick<Used, 'tokens' | 'cost'> = { tokens: 0, cost: 0 };
/** Our count is an estimate, and providers count by themselves. */
const SPARE = 1.5;

/**
 * Calls a model that compares or orders texts: what it may cost is set aside before, and what it did cost is charged
 * after, never more than was set aside. A call that failed costs nothing.
 */
export async function chargedCall<Done extends Used>(
  database: Pick<Database, 'system'>,
  { accountId, model, estimate }: Price,
  call: () => Promise<Done | KnowledgeModelFailure>,
): Promise<Done | KnowledgeModelFailure | { readonly kind: 'no_tokens' }> {
  const id = newId<string>();
  const tokens = Math.ceil(estimate * SPARE) + 1;
  const [reservation] = await database.system((transaction) =>
    reserveTokens(transaction, [{ accountId, id, tokens }]),
  );
  const granted = reservation?.granted ?? 0;
  let used = NOTHING;
  try {
    if (granted < tokens) return { kind: 'no_tokens' };
    const done = await call();
    if (done.kind === 'ok') used = done;
    return done;
  } finally {
    await database.system((transaction) =>
      settleCalls(transaction, [
        {
          accountId,
          id,
          tokens: -Math.min(granted, used.cost),
          botId: null,
          serviceUuid: model,
          channelId: null,
          conversationId: null,
          messageId: null,
          input: used.tokens,
          output: 0,
        },
      ]),
    );
  }
}
