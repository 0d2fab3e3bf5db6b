import { type BudgetOf, type BudgetView, createBudget } from '@hanasu/contract/budgets';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import { z } from 'zod';
import { type BudgetTarget, freePeriod, uuidOf } from './budget-state.ts';

const { of, period, limit, action } = createBudget.body.shape;

export const TARGET_KINDS = ['account', 'bot', 'key'] as const satisfies readonly BudgetTarget['kind'][];

/** Holds what the form does: an emptied number, and a bot or key that is not chosen yet. */
export const BudgetForm = z
  .object({
    kind: z.enum(TARGET_KINDS),
    /** Of the bot or key. */
    uuid: z.string().nullable(),
    period,
    limit: z.union([z.literal(''), limit]),
    action,
  })
  .superRefine((values, context) => {
    const need = (field: 'uuid' | 'limit'): void => {
      context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, path: [field], input: '' });
    };
    if (values.kind !== 'account' && values.uuid === null) need('uuid');
    if (values.limit === '') need('limit');
  });
export type BudgetForm = z.infer<typeof BudgetForm>;

/** Starts with a period for which there is no budget yet. */
export const newBudgetForm = (budgets: readonly BudgetView[], target: BudgetTarget): BudgetForm => ({
  kind: target.kind,
  uuid: uuidOf(target),
  period: freePeriod(budgets, target) ?? 'month',
  limit: '',
  action: 'pause',
});

export const formOfBudget = ({ of: target, ...budget }: BudgetView): BudgetForm => ({
  kind: target.kind,
  uuid: uuidOf(target),
  period: budget.period,
  limit: budget.limit,
  action: budget.action,
});

/** What the budget is for; null: no bot or key is chosen yet. */
export const targetOfForm = ({ kind, uuid }: Pick<BudgetForm, 'kind' | 'uuid'>): BudgetOf | null =>
  of.safeParse(kind === 'account' ? { kind } : { kind, uuid }).data ?? null;

/** What is sent of a form that has passed its check. */
export const bodyOfForm = (values: BudgetForm): EndpointInput<typeof createBudget>['body'] => ({
  of: of.parse(targetOfForm(values)),
  period: values.period,
  limit: limit.parse(values.limit),
  action: values.action,
});
