import { GroupPatch, type GroupRouter, type GroupRule, type GroupView } from '@hanasu/contract/groups';
import type { BotId, SegmentId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import type { IconName } from '../../../shell/icons/icon-names.ts';

/** What the form holds. */
export const GroupForm = GroupPatch.required();
export type GroupValues = z.input<typeof GroupForm>;
export type MemberValues = GroupValues['members'][number];

export const valuesOf = (group: GroupView): GroupValues => ({
  name: group.name,
  description: group.description,
  router: group.router,
  serviceUuid: group.serviceUuid,
  fallbackBotUuid: group.fallbackBotUuid,
  members: group.members.map(({ botUuid, whenToUse, rules }) => ({ botUuid, whenToUse, rules })),
});

export const newMember = (botUuid: BotId): MemberValues => ({ botUuid, whenToUse: '', rules: [] });

export const ROUTER_ICONS = {
  similarity: 'text-quote',
  rules: 'list-checks',
  model: 'sparkles',
} as const satisfies Record<GroupRouter, IconName>;

export const RULE_KINDS = ['contains', 'starts', 'matches', 'language', 'segment', 'otherwise'] as const;

/** A rule of another kind keeps what both kinds have. */
export function ruleOfKind(kind: GroupRule['kind'], before?: GroupRule): GroupRule {
  switch (kind) {
    case 'contains':
    case 'starts':
      return { kind, words: before && 'words' in before ? before.words : [] };
    case 'matches':
      return { kind, pattern: '' };
    case 'language':
      return { kind, language: 'ja' };
    // Which one, the person chooses; until then the rule is not complete.
    case 'segment':
      return { kind, segmentUuid: '' as SegmentId };
    case 'otherwise':
      return { kind };
    default:
      return kind satisfies never;
  }
}

/** The list with one of it a place further up (-1) or down (1). */
export function moved<Item>(list: readonly Item[], from: number, by: -1 | 1): Item[] {
  const copy = [...list];
  const [item] = copy.splice(from, 1);
  if (item !== undefined) copy.splice(from + by, 0, item);
  return copy;
}
