import { ApiKeyScope, type ApiKeyView, createApiKey } from '@hanasu/contract/api-keys';
import { BotId } from '@hanasu/contract/ids';
import { z } from 'zod';

export const EXPIRIES = ['never', 'month', 'quarter', 'year'] as const;
const DAYS = { month: 30, quarter: 90, year: 365 } as const;
const DAY_MS = 86_400_000;

const { name } = createApiKey.body.shape;

/** What the form holds: an end is chosen from a few, an empty budget is none. */
export const KeyForm = z.object({
  name,
  scopes: z.array(ApiKeyScope).min(1),
  botUuids: z.array(BotId).max(100),
  expiry: z.enum([...EXPIRIES, 'keep']),
  monthlyBudget: z.union([z.literal(''), z.number().int().min(1).max(1_000_000_000_000)]),
});
export type KeyForm = z.input<typeof KeyForm>;

export const NEW_KEY: KeyForm = {
  name: '',
  scopes: ['chat', 'models'],
  botUuids: [],
  expiry: 'never',
  monthlyBudget: '',
};

export const formOfKey = (key: ApiKeyView): KeyForm => ({
  name: key.name,
  scopes: key.scopes,
  botUuids: key.botUuids ?? [],
  expiry: 'keep',
  monthlyBudget: key.monthlyBudget ?? '',
});

/** What is sent; an end that is to stay as it is is left out. */
export function bodyOfKey(
  { expiry, botUuids, monthlyBudget, ...rest }: z.output<typeof KeyForm>,
  now: number,
) {
  return {
    ...rest,
    botUuids: botUuids.length > 0 ? botUuids : null,
    monthlyBudget: monthlyBudget === '' ? null : monthlyBudget,
    ...(expiry === 'keep' ? {} : { expiresAt: expiry === 'never' ? null : endAfter(DAYS[expiry], now) }),
  };
}

const endAfter = (days: number, now: number): string => new Date(now + days * DAY_MS).toISOString();
