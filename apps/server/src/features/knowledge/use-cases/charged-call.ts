import type { AccountId } from '@hanasu/contract/ids';
import type { KnowledgeModelFailure } from '@hanasu/models/knowledge/knowledge-models';
import type { Database } from '../../../platform/database/database.ts';
import { type CallUrgency, chargeCall } from '../../billing/public.ts';
import type { SkipReason } from '../domain/search.ts';

interface Price {
  readonly accountId: AccountId;
  readonly model: string;
  /** Prepaid tokens it costs, about. */
  readonly estimate: number;
  readonly urgency: CallUrgency;
}

interface Used {
  readonly kind: 'ok';
  readonly tokens: number;
  readonly cost: number;
}

/** Our count is an estimate, and providers count by themselves. */
const SPARE = 1.5;

/** Why a call was not made, as a search says it. */
export const SKIPPED_CALL = { busy: 'busy', spent: 'no_tokens' } as const satisfies Record<
  string,
  SkipReason
>;

/** Calls a model that compares or orders texts and charges what it cost. A call that failed costs nothing. */
export async function chargedCall<Done extends Used>(
  database: Pick<Database, 'system'>,
  { accountId, model, estimate, urgency }: Price,
  call: () => Promise<Done | KnowledgeModelFailure>,
): Promise<Done | KnowledgeModelFailure | { readonly kind: 'skipped'; readonly reason: SkipReason }> {
  const tokens = Math.ceil(estimate * SPARE) + 1;
  const charged = await chargeCall(database, { accountId, serviceUuid: model, tokens, urgency }, async () => {
    const value = await call();
    const { cost, tokens: input } = value.kind === 'ok' ? value : { cost: 0, tokens: 0 };
    return { value, usage: { cost, input, output: 0 } };
  });
  return charged.kind === 'made' ? charged.value : { kind: 'skipped', reason: SKIPPED_CALL[charged.kind] };
}
