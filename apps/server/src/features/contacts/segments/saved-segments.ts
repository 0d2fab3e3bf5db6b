import type { Role } from '@hanasu/contract/accounts';
import type { ConversationId, CustomerId, SegmentId } from '@hanasu/contract/ids';
import type { SegmentProblem, SegmentReason, SegmentView, ShownCondition } from '@hanasu/contract/segments';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { ConditionKind } from '../../../platform/feature.ts';
import {
  type CompiledSegment,
  createSegmentLanguage,
  readDefinition,
  type SegmentLanguage,
  type StoredNode,
  scopeOf,
} from './segment-language.ts';
import * as store from './segments.store.ts';

const QUERY_CANCELED = '57014';

/** Runs a read that may take so long; null: it took longer, and was stopped. */
export async function withinTime<T>(
  database: Database,
  { accountId, ms }: { readonly accountId: AccountTransaction['accountId']; readonly ms: number },
  run: (transaction: AccountTransaction) => Promise<T>,
): Promise<T | null> {
  try {
    return await database.snapshot(accountId, async (transaction) => {
      await limitTime(transaction, ms);
      return run(transaction);
    });
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}

/** What nobody waits for in front of a screen, or what is shown while somebody types. */
export const timeOf = ({ isPatient }: { readonly isPatient: boolean }): number => (isPatient ? 20_000 : 300);

/** How many people there are; what takes longer is estimated by the planner. */
export async function countWithin(
  database: Database,
  within: { readonly accountId: AccountTransaction['accountId']; readonly ms: number },
  people: store.Where,
): Promise<{ count: number; isExact: boolean }> {
  const counted = await withinTime(database, within, (transaction) => store.countPeople(transaction, people));
  const count =
    counted ??
    (await database.account(within.accountId, (transaction) => store.estimatePeople(transaction, people)));
  return { count, isExact: counted !== null };
}

/** Compiling a plan to machine code takes longer than most of these searches. */
export const limitTime = (transaction: AccountTransaction, ms: number): Promise<number> =>
  transaction.run(`set local statement_timeout = ${ms}; set local jit = off`);

export const isTooSlow = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === QUERY_CANCELED;

export const tooSlow = () =>
  new AppError('segment_too_slow', 'The segment takes too long; use fewer conditions');

/** A snapshot has its people, whatever became of the conditions; only a field that is hidden hides them, too. */
function problemsOf(
  { kind, archivedAt }: store.SegmentRow,
  found: readonly SegmentProblem[],
): readonly SegmentProblem[] {
  const rows = kind === 'live' ? found : found.filter(({ reason }) => reason === 'field_hidden');
  return archivedAt === null ? rows : [{ path: '', reason: 'archived' }, ...rows];
}

/** Who is in a saved segment, for people of this role. */
export async function compileSaved(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { id, role }: { readonly id: SegmentId; readonly role: Role },
): Promise<CompiledSegment> {
  const row = orNotFound(await store.findSegment(transaction, id), 'segment');
  const node = readDefinition(row.definition);
  const [found = []] = await language.findProblems(transaction, [node], role);
  const problems = problemsOf(row, found);
  if (row.kind === 'live') return language.compile(node, await scopeOf(transaction), problems);
  return {
    problems,
    where: (first) => ({
      sql:
        problems.length > 0
          ? 'false'
          : `exists (select 1 from segment_members x where x.account_id = $1 and x.customer_id = c.id
              and x.segment_id = $${first}::uuid)`,
      values: problems.length > 0 ? [] : [id],
    }),
  };
}

/** Nobody waits longer for a list that a segment narrows. */
const LIST_MS = 5_000;

/** A customer, or whoever a conversation is with: a group, and a visitor who is not known, is nobody. */
type WhoAsks = { readonly customerId: CustomerId } | { readonly conversationId: ConversationId };

export interface SavedSegments {
  /**
   * Friends whose customers are in a segment, as a part of SQL of the account `$1`: `f.id in (…)`. `first`: the number of its
   * first parameter. What the transaction reads from then on may not take long.
   */
  friendsIn(
    transaction: AccountTransaction,
    asked: { readonly id: SegmentId; readonly role: Role },
  ): Promise<CompiledSegment>;
  /** Customers of a segment, or of one that is not saved, as a part of SQL about the customer `c` of the account `$1`. */
  customersIn(
    transaction: AccountTransaction,
    asked: ({ readonly id: SegmentId } | { readonly definition: unknown }) & { readonly role: Role },
  ): Promise<CompiledSegment>;
  /** Says in the API's words that a read with a segment took too long. */
  within<T>(run: () => Promise<T>): Promise<T>;
  /** Those of these segments that a customer is in. What is broken or gone has nobody. */
  holding(
    transaction: AccountTransaction,
    asked: { readonly ids: readonly SegmentId[]; readonly who: WhoAsks },
  ): Promise<ReadonlySet<SegmentId>>;
  /** Those of these segments that exist, locked: none is deleted before a rule that names it is stored. */
  lock(transaction: AccountTransaction, ids: readonly SegmentId[]): Promise<ReadonlySet<SegmentId>>;
  /** Why each of these segments has nobody for people of this role; those that work are left out. */
  findBroken(
    transaction: AccountTransaction,
    asked: { readonly ids: readonly SegmentId[]; readonly role: Role },
  ): Promise<ReadonlyMap<SegmentId, SegmentReason | 'segment_missing'>>;
}

/** The saved segments, for features above. `kinds`: of conditions, of all features; asked for when all are there. */
export function openSegments(kinds: () => readonly ConditionKind[]): SavedSegments {
  let opened: SegmentLanguage | null = null;
  const open = (): SegmentLanguage => {
    opened ??= createSegmentLanguage(kinds());
    return opened;
  };
  return {
    async friendsIn(transaction, asked) {
      const { problems, where } = await compileSaved(transaction, open(), asked);
      await limitTime(transaction, LIST_MS);
      return {
        problems,
        where(first) {
          const { sql, values } = where(first);
          return {
            sql: `(select o.id from friends o join customers c on c.account_id = o.account_id and c.id = o.customer_id
              where o.account_id = $1 and ${sql})`,
            values,
          };
        },
      };
    },
    async customersIn(transaction, asked) {
      const compiled =
        'id' in asked
          ? await compileSaved(transaction, open(), asked)
          : await compileGiven(transaction, open(), { ...asked, node: readDefinition(asked.definition) });
      await limitTime(transaction, LIST_MS);
      return compiled;
    },
    async within(run) {
      try {
        return await run();
      } catch (error) {
        throw isTooSlow(error) ? tooSlow() : error;
      }
    },
    async holding(transaction, { ids, who }) {
      if (ids.length === 0) return new Set();
      const customerId =
        'customerId' in who ? who.customerId : await store.findCustomerOf(transaction, who.conversationId);
      const rows = customerId ? await store.findSegments(transaction, ids) : [];
      const held = new Set<SegmentId>();
      for (const row of rows)
        if (customerId && (await isIn(transaction, open(), { row, customerId }))) held.add(row.id);
      return held;
    },
    lock: (transaction, ids) => store.lockSegments(transaction, ids),
    async findBroken(transaction, { ids, role }) {
      const rows = ids.length > 0 ? await store.findSegments(transaction, ids) : [];
      const nodes = rows.map(({ definition }) => readDefinition(definition));
      const found = await open().findProblems(transaction, nodes, role);
      const byId = new Map(rows.map((row, index) => [row.id, problemsOf(row, found[index] ?? [])]));
      const broken = new Map<SegmentId, SegmentReason | 'segment_missing'>();
      for (const id of ids) {
        const problems = byId.get(id) ?? [{ reason: 'segment_missing' as const }];
        if (problems[0]) broken.set(id, problems[0].reason);
      }
      return broken;
    },
  };
}

/** As the account itself sees it: no field is hidden from what an admin has set up. */
async function isIn(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { row, customerId }: { readonly row: store.SegmentRow; readonly customerId: CustomerId },
): Promise<boolean> {
  const node = readDefinition(row.definition);
  const [found = []] = await language.findProblems(transaction, [node], 'owner');
  const problems = problemsOf(row, found);
  if (problems.length > 0) return false;
  if (row.kind === 'snapshot') return store.isMember(transaction, row.id, customerId);
  const scope = await scopeOf(transaction);
  const rows = await language.explain(transaction, node, { customerId, scope, problems });
  return rows?.get('') === true;
}

/** Who is meant: those of a saved segment, those of a definition, or everybody. */
export interface Meant {
  readonly segmentId: SegmentId | null;
  readonly definition: unknown;
}

const EVERYBODY: StoredNode = { kind: 'and', items: [{ kind: 'everybody' }] };

/** … as people who see every field see them. */
export function compileMeant(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { segmentId, definition }: Meant,
): Promise<CompiledSegment> {
  if (segmentId) return compileSaved(transaction, language, { id: segmentId, role: 'admin' });
  const node = definition === null ? EVERYBODY : readDefinition(definition);
  return compileGiven(transaction, language, { node, role: 'admin' });
}

/** Whether one customer is meant; of what is broken nobody is. */
export async function isMeant(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { segmentId, definition, customerId }: Meant & { readonly customerId: CustomerId },
): Promise<boolean> {
  const row = segmentId && (await store.findSegment(transaction, segmentId));
  if (row && row.kind === 'snapshot') return store.isMember(transaction, row.id, customerId);
  const node = row || definition !== null ? readDefinition(row ? row.definition : definition) : EVERYBODY;
  const scope = await scopeOf(transaction);
  const rows = await language.explain(transaction, node, { customerId, scope, problems: [] });
  return rows?.get('') === true;
}

export async function compileGiven(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { node, role }: { readonly node: StoredNode; readonly role: Role },
): Promise<CompiledSegment> {
  const [problems = []] = await language.findProblems(transaction, [node], role);
  return language.compile(node, await scopeOf(transaction), problems);
}

/** As somebody of this role sees them: what asks for a field that is hidden from it can't be read. */
export async function viewsOf(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { rows, role }: { readonly rows: readonly store.SegmentRow[]; readonly role: Role },
): Promise<SegmentView[]> {
  const nodes = rows.map(({ definition }) => readDefinition(definition));
  const found = await language.findProblems(transaction, nodes, role);
  return rows.map((row, index) => {
    const problems = found[index] ?? [];
    const hidden = problems.filter(({ reason }) => reason === 'field_hidden').map(({ path }) => path);
    return {
      uuid: row.id,
      name: row.name,
      kind: row.kind,
      definition: withoutHidden(nodes[index] ?? EMPTY, new Set(hidden)) as SegmentView['definition'],
      version: row.version,
      problems: [...problemsOf(row, problems)],
      members: hidden.length > 0 ? null : row.members,
      createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
      changedBy: row.changedBy && { uuid: row.changedBy, name: row.changedByName ?? '' },
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      archivedAt: row.archivedAt?.toISOString() ?? null,
    };
  });
}

const EMPTY: StoredNode = { kind: 'and', items: [] };
const UNREADABLE: ShownCondition = { kind: 'unreadable' };

const withoutHidden = (node: StoredNode, hidden: ReadonlySet<string>, path = ''): StoredNode => {
  if (!('items' in node)) return hidden.has(path) ? UNREADABLE : node;
  const items = node.items.map((item, index) =>
    withoutHidden(item, hidden, `${path && `${path}.`}items.${index}`),
  );
  return { kind: node.kind, items };
};
