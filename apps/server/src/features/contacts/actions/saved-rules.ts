import {
  Action,
  type ActionReason,
  type ActionRuleView,
  type RuleProblem,
  RuleTrigger,
  type StoredAction,
} from '@hanasu/contract/actions';
import { SegmentDefinition } from '@hanasu/contract/segments';
import { z } from 'zod';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ActionKind } from '../../../platform/feature.ts';
import { compileMeant } from '../segments/saved-segments.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import { findChannelIds, findTagStates } from '../segments/segments.store.ts';
import { findFormIds, menuExists, type RuleRow, type StoredRule } from './rules.store.ts';

export interface RuleParts {
  readonly language: SegmentLanguage;
  readonly actions: readonly ActionKind[];
}

const UNREADABLE = { kind: 'unreadable' } as const;

/** Another version may have known other actions. */
export const readAction = (stored: unknown): StoredAction => Action.safeParse(stored).data ?? UNREADABLE;
export const readActions = (stored: unknown): StoredAction[] =>
  z.array(z.unknown()).parse(stored).map(readAction);

export const triggerOf = ({ event, tagId, channelId, formId, menuId }: StoredRule): RuleTrigger => {
  const narrowed = {
    kind: event,
    tagUuid: tagId,
    channelUuid: channelId,
    formUuid: formId,
    menuUuid: menuId,
  };
  const known = Object.entries(narrowed).filter(([, value]) => value !== null);
  return RuleTrigger.parse(Object.fromEntries(known));
};

/** Why each of these actions can't be done; null: it can. */
export async function findActionProblems(
  transaction: AccountTransaction,
  kinds: readonly ActionKind[],
  actions: readonly StoredAction[],
): Promise<(ActionReason | null)[]> {
  const found: (ActionReason | null)[] = actions.map(({ kind }) =>
    kinds.some((one) => one.kind === kind) ? null : 'unknown',
  );
  for (const kind of kinds) {
    const own = actions.flatMap((action, index) => (action.kind === kind.kind ? [{ action, index }] : []));
    if (own.length === 0) continue;
    const reasons = await kind.findProblems(
      transaction,
      own.map(({ action }) => action as Action),
    );
    for (const [place, { index }] of own.entries()) found[index] = reasons[place] ?? null;
  }
  return found;
}

async function findTriggerProblem(
  transaction: AccountTransaction,
  { event, tagId, channelId, formId, menuId }: StoredRule,
): Promise<ActionReason | null> {
  if (channelId && !(await findChannelIds(transaction)).includes(channelId)) return 'channel_missing';
  if (formId && (await findFormIds(transaction, [formId])).length === 0) return 'form_missing';
  if (menuId && !(await menuExists(transaction, menuId))) return 'menu_missing';
  if (!tagId) return null;
  const [tag] = await findTagStates(transaction, [tagId]);
  if (!tag) return 'tag_missing';
  return event === 'tagged' && tag.isArchived ? 'tag_archived' : null;
}

/** Not empty: the rule does nothing. */
export async function findRuleProblems(
  transaction: AccountTransaction,
  { language, actions }: RuleParts,
  rule: StoredRule,
): Promise<RuleProblem[]> {
  const trigger = await findTriggerProblem(transaction, rule);
  const { problems } = await compileMeant(transaction, language, rule);
  const reasons = await findActionProblems(transaction, actions, readActions(rule.actions));
  return [
    ...(trigger ? [{ part: 'trigger' as const, reason: trigger }] : []),
    ...problems.map((problem) => ({ part: 'segment' as const, problem })),
    ...reasons.flatMap((reason, index) => (reason ? [{ part: 'action' as const, index, reason }] : [])),
  ];
}

export async function ruleView(
  transaction: AccountTransaction,
  parts: RuleParts,
  row: RuleRow,
): Promise<ActionRuleView> {
  return {
    uuid: row.id,
    name: row.name,
    enabled: row.enabledAt !== null,
    trigger: triggerOf(row),
    segment: row.segmentId && { uuid: row.segmentId, name: row.segmentName ?? '' },
    definition: SegmentDefinition.nullable().safeParse(row.definition).data ?? null,
    actions: readActions(row.actions),
    problems: await findRuleProblems(transaction, parts, row),
    done: row.done,
    failed: row.failed,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
    changedBy: row.changedBy && { uuid: row.changedBy, name: row.changedByName ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
