import type { Role } from '@hanasu/contract/accounts';
import type { CustomerId } from '@hanasu/contract/ids';
import { localMoment } from '@hanasu/contract/open-hours';
import {
  Condition,
  SEGMENT_GROUP_KINDS,
  type SegmentNode,
  type SegmentProblem,
  type ShownCondition,
} from '@hanasu/contract/segments';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ConditionKind, ConditionScope } from '../../../platform/feature.ts';
import { timeZoneOf } from '../customers/customers.store.ts';

/** A definition as it was stored: another version may have known other conditions. */
export type StoredNode = SegmentNode<ShownCondition>;
type Group = Extract<StoredNode, { readonly items: unknown }>;

const UNREADABLE = { kind: 'unreadable' } as const;

export function readDefinition(stored: unknown): Group {
  const node = readNode(stored);
  return 'items' in node ? node : { kind: 'and', items: [node] };
}

function readNode(stored: unknown): StoredNode {
  if (typeof stored !== 'object' || stored === null || !('kind' in stored)) return UNREADABLE;
  const { kind } = stored;
  if ('items' in stored && Array.isArray(stored.items) && SEGMENT_GROUP_KINDS.includes(String(kind)))
    return { kind: kind as Group['kind'], items: stored.items.map(readNode) };
  return Condition.safeParse(stored).data ?? UNREADABLE;
}

/** Part of a `WHERE` about the customer `c` of the account `$1`. */
interface Fragment {
  readonly sql: string;
  readonly values: readonly unknown[];
}
export interface CompiledSegment {
  /** Not empty: nobody is in it. */
  readonly problems: readonly SegmentProblem[];
  /** `first`: the number of its first parameter. */
  where(first: number): Fragment;
}

interface Leaf {
  readonly path: string;
  readonly condition: ShownCondition;
}

const pathOf = (path: string, index: number): string => `${path && `${path}.`}items.${index}`;

const leavesOf = (node: StoredNode, path = ''): Leaf[] =>
  'items' in node
    ? node.items.flatMap((item, index) => leavesOf(item, pathOf(path, index)))
    : [{ path, condition: node }];

const emptyGroups = (node: StoredNode, path = ''): SegmentProblem[] => {
  if (!('items' in node)) return [];
  if (node.items.length === 0) return [{ path, reason: 'empty' }];
  return node.items.flatMap((item, index) => emptyGroups(item, pathOf(path, index)));
};

/** The time of a run, in the time zone of the account. */
export async function scopeOf(transaction: AccountTransaction): Promise<ConditionScope> {
  const timeZone = await timeZoneOf(transaction);
  const now = Math.floor(transaction.now());
  return { now, timeZone, today: localMoment(timeZone, new Date(now)).day };
}

interface Known {
  /** Of one customer, by kind of condition. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly scope: ConditionScope;
  readonly problems: readonly SegmentProblem[];
}
interface Asked extends Omit<Known, 'facts'> {
  readonly customerId: CustomerId;
}

export type SegmentLanguage = ReturnType<typeof createSegmentLanguage>;

/** Reads, checks and applies segments with these kinds of conditions. */
export function createSegmentLanguage(kinds: readonly ConditionKind[]) {
  const byName = new Map<string, ConditionKind>(kinds.map((kind) => [kind.kind, kind]));

  /** What is wrong with each definition for people of this role. */
  async function findProblems(
    transaction: AccountTransaction,
    nodes: readonly StoredNode[],
    role: Role,
  ): Promise<SegmentProblem[][]> {
    const found = nodes.map((node) => emptyGroups(node));
    const leaves = nodes.flatMap((node, index) =>
      leavesOf(node).map((leaf) => ({ ...leaf, of: found[index] })),
    );
    for (const { of, path, condition } of leaves)
      if (!byName.has(condition.kind)) of?.push({ path, reason: 'unknown' });
    const asked = kinds.map(async (kind) => {
      const own = leaves.filter(({ condition }) => condition.kind === kind.kind);
      if (own.length === 0) return;
      const conditions = own.map(({ condition }) => condition as Condition);
      const reasons = (await kind.findProblems?.(transaction, conditions, role)) ?? [];
      for (const [index, reason] of reasons.entries())
        if (reason) own[index]?.of?.push({ path: own[index]?.path ?? '', reason });
    });
    await Promise.all(asked);
    return found;
  }

  const kindOf = (condition: ShownCondition): [ConditionKind, Condition] => {
    const kind = byName.get(condition.kind);
    if (!kind || condition.kind === 'unreadable') throw new Error('a broken segment is never applied');
    return [kind, condition];
  };

  function compile(
    node: StoredNode,
    scope: ConditionScope,
    problems: readonly SegmentProblem[],
  ): CompiledSegment {
    return {
      problems,
      where(first) {
        const values: unknown[] = [];
        const bind = (value: unknown, type: string): string => `$${first - 1 + values.push(value)}::${type}`;
        const sqlOf = (one: StoredNode): string => {
          if (!('items' in one)) {
            const [kind, condition] = kindOf(one);
            return kind.sql(condition, { ...scope, bind });
          }
          const items = one.items.map((item) => `(${sqlOf(item)})`);
          if (one.kind === 'and') return items.join(' and ');
          return one.kind === 'or' ? items.join(' or ') : items.map((item) => `not ${item}`).join(' and ');
        };
        // A broken one is not applied in part: it has nobody, whatever stands around it.
        return { sql: problems.length > 0 ? 'false' : `(${sqlOf(node)})`, values };
      },
    };
  }

  /** Whether each row and group is true of a customer, by path; null: it is broken. No such customer: null. */
  async function explain(
    transaction: AccountTransaction,
    node: StoredNode,
    { customerId, scope, problems }: Asked,
  ): Promise<Map<string, boolean | null> | null> {
    const used = new Set(leavesOf(node).map(({ condition }) => condition.kind));
    const read = kinds.filter(({ kind }) => used.has(kind)).map(({ kind, facts }) => `'${kind}', ${facts}`);
    const row = await transaction.one<{ facts: Record<string, unknown> }>(
      `select json_build_object(${read.join(', ')}) as facts from customers c where c.account_id = $1 and c.id = $2`,
      [transaction.accountId, customerId],
    );
    return row && evaluate(node, { facts: row.facts, scope, problems });
  }

  function evaluate(node: StoredNode, { facts, scope, problems }: Known): Map<string, boolean | null> {
    const broken = new Set(problems.map(({ path }) => path));
    const rows = new Map<string, boolean | null>();
    const test = (one: StoredNode, path: string): boolean | null => {
      if ('items' in one) {
        const found = one.items.map((item, index) => visit(item, pathOf(path, index)));
        if (found.includes(null)) return null;
        if (one.kind === 'and') return found.every(Boolean);
        return one.kind === 'or' ? found.some(Boolean) : !found.some(Boolean);
      }
      const [kind, condition] = kindOf(one);
      return kind.test(condition, facts[kind.kind], scope);
    };
    const visit = (one: StoredNode, path: string): boolean | null => {
      const holds = broken.has(path) ? null : test(one, path);
      rows.set(path, holds);
      return holds;
    };
    visit(node, '');
    return rows;
  }

  return { findProblems, compile, explain };
}
