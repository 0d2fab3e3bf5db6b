import type { SegmentId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/segments';
import { foldForSearch } from '@hanasu/contract/text';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { SegmentUse } from '../../../platform/feature.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import {
  compileGiven,
  compileSaved,
  countWithin,
  isTooSlow,
  limitTime,
  timeOf,
  tooSlow,
  viewsOf,
  withinTime,
} from './saved-segments.ts';
import { type SegmentLanguage, scopeOf } from './segment-language.ts';
import * as store from './segments.store.ts';

export interface SegmentDependencies {
  readonly database: Database;
  readonly language: SegmentLanguage;
  /** Where features use a segment. */
  readonly findSegmentUses: (
    transaction: AccountTransaction,
    id: SegmentId,
  ) => Promise<readonly SegmentUse[]>;
}

export function addSegmentRoutes(implement: Implement, dependencies: SegmentDependencies): void {
  const { database, language } = dependencies;
  implement(contract.listSegments, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { page, pageSize, q, archived } = query;
      const filter = { q: foldForSearch(q ?? ''), archived };
      const place = { limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await store.listSegments(transaction, filter, place);
      const items = await viewsOf(transaction, language, { rows, role: session.role });
      return { items, total, page, pageSize };
    }),
  );
  implement(contract.createSegment, ({ body }, { session }) =>
    database.account(session.accountId, (transaction) =>
      createSegment(transaction, language, { session, body }),
    ),
  );
  implement(contract.getSegment, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) =>
      shownSegment(transaction, language, { session, id: params.uuid }),
    ),
  );
  implement(contract.changeSegment, ({ params, body }, { session }) =>
    database.account(session.accountId, (transaction) =>
      changeSegment(transaction, language, { session, id: params.uuid, body }),
    ),
  );
  implement(contract.deleteSegment, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) =>
      deleteSegment(transaction, dependencies.findSegmentUses, { session, id: params.uuid }),
    ),
  );
  implement(contract.snapshotSegment, ({ params, body }, { session }) =>
    snapshot(dependencies, { session, id: params.uuid, body }),
  );
  implement(contract.countSegment, ({ body }, { session }) => countSegment(dependencies, session, body));
  implement(contract.explainSegment, ({ body }, { session }) =>
    database.snapshot(session.accountId, (transaction) =>
      explainSegment(transaction, language, { session, body }),
    ),
  );
}

type Body<Of extends { readonly body: z.ZodType }> = z.output<Of['body']>;
interface Given<Of extends { readonly body: z.ZodType }> {
  readonly session: Actor;
  readonly body: Body<Of>;
}
interface Named {
  readonly session: Actor;
  readonly id: SegmentId;
}

async function shownSegment(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { session, id }: Named,
): Promise<contract.SegmentView> {
  const row = await store.findSegment(transaction, id);
  const [view] = await viewsOf(transaction, language, { rows: row ? [row] : [], role: session.role });
  return orNotFound(view ?? null, 'segment');
}

const SAID: Readonly<Record<contract.SegmentReason, string>> = {
  empty: 'Add a condition',
  unknown: 'There is no such condition',
  archived: 'The segment is archived',
  tag_missing: 'There is no such tag',
  tag_archived: 'The tag is archived',
  field_missing: 'There is no such field',
  field_archived: 'The field is archived',
  field_hidden: 'The field is hidden',
  field_test: 'This cannot be asked of such a field',
  option_missing: 'The field has no such option',
  owner_missing: 'Nobody of the team is called so',
  channel_missing: 'There is no such channel',
  form_missing: 'There is no such form',
  menu_missing: 'There is no such rich menu',
  area_missing: 'The rich menu has no such area',
};

async function refuseBroken(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { session, definition }: { readonly session: Actor; readonly definition: contract.SegmentDefinition },
): Promise<void> {
  const [problems = []] = await language.findProblems(transaction, [definition], session.role);
  if (problems.length === 0) return;
  const errors = problems.map(({ path, reason }) => ({
    path: ['body.definition', ...(path ? [path] : [])].join('.'),
    code: reason,
    message: SAID[reason],
  }));
  throw new AppError('validation_failed', errors[0]?.message, { errors });
}

async function insert(
  transaction: AccountTransaction,
  session: Actor,
  segment: Pick<store.SegmentRow, 'name' | 'kind' | 'definition'>,
): Promise<SegmentId> {
  if ((await store.lockAndCount(transaction)) >= contract.SEGMENTS_MAX)
    throw new AppError('too_many_segments', `An account may have ${contract.SEGMENTS_MAX} segments`);
  const id = newId<SegmentId>();
  if (!(await store.insertSegment(transaction, { ...segment, id, userId: session.userId })))
    throw nameTaken();
  return id;
}

const nameTaken = () => AppError.field('name_taken', 'body.name', 'A segment has this name');

const audit = (
  transaction: AccountTransaction,
  { session, id }: Named,
  entry: {
    readonly action: `segment.${string}` & Parameters<typeof recordAudit>[1]['action'];
    readonly data: object;
  },
) =>
  recordAudit(transaction, {
    userId: session.userId,
    action: entry.action,
    target: id,
    data: { ...entry.data },
    address: session.address,
  });

async function createSegment(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { session, body: { name, definition } }: Given<typeof contract.createSegment>,
): Promise<contract.SegmentView> {
  await refuseBroken(transaction, language, { session, definition });
  const id = await insert(transaction, session, { name, kind: 'live', definition });
  await audit(transaction, { session, id }, { action: 'segment.created', data: { name } });
  return shownSegment(transaction, language, { session, id });
}

async function changeSegment(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { session, id, body }: Given<typeof contract.changeSegment> & Named,
): Promise<contract.SegmentView> {
  const before = orNotFound(await store.findSegment(transaction, id, { isLocked: true }), 'segment');
  if (body.definition) {
    if (before.kind === 'snapshot')
      throw new AppError('segment_is_snapshot', 'The conditions of a snapshot cannot be changed');
    await refuseBroken(transaction, language, { session, definition: body.definition });
  }
  const after = {
    id,
    name: body.name ?? before.name,
    definition: body.definition ?? before.definition,
    isArchived: body.archived ?? before.archivedAt !== null,
    userId: session.userId,
  };
  if (!(await store.updateSegment(transaction, after))) throw nameTaken();
  const data = { name: after.name, version: before.version + 1, archived: after.isArchived };
  await audit(transaction, { session, id }, { action: 'segment.changed', data });
  return shownSegment(transaction, language, { session, id });
}

async function deleteSegment(
  transaction: AccountTransaction,
  findUses: SegmentDependencies['findSegmentUses'],
  { session, id }: Named,
): Promise<undefined> {
  const { name } = orNotFound(await store.findSegment(transaction, id, { isLocked: true }), 'segment');
  const uses = await findUses(transaction, id);
  if (uses.length > 0) {
    const errors = uses.map((use) => ({ path: 'params.uuid', code: use.kind, message: use.name }));
    throw new AppError('segment_in_use', uses.map((use) => `${use.kind}: ${use.name}`).join(', '), {
      errors,
    });
  }
  await store.deleteSegment(transaction, id);
  await audit(transaction, { session, id }, { action: 'segment.deleted', data: { name } });
  return undefined;
}

const SAMPLE = 5;

async function snapshot(
  { database, language }: SegmentDependencies,
  { session, id, body }: Given<typeof contract.snapshotSegment> & Named,
): Promise<contract.SegmentView> {
  try {
    return await database.account(session.accountId, async (transaction) => {
      const { definition } = orNotFound(await store.findSegment(transaction, id), 'segment');
      const people = await compileSaved(transaction, language, { id, role: session.role });
      if (people.problems.length > 0)
        throw new AppError('segment_broken', 'A condition of the segment is broken');
      const made = await insert(transaction, session, { name: body.name, kind: 'snapshot', definition });
      await limitTime(transaction, timeOf({ isPatient: true }));
      const customers = await store.insertMembers(transaction, made, people.where(2));
      const data = { name: body.name, of: id, customers };
      await audit(transaction, { session, id: made }, { action: 'segment.created', data });
      return shownSegment(transaction, language, { session, id: made });
    });
  } catch (error) {
    throw isTooSlow(error) ? tooSlow() : error;
  }
}

async function countSegment(
  { database, language }: SegmentDependencies,
  { accountId, role }: Actor,
  { definition, exact }: Body<typeof contract.countSegment>,
): Promise<z.output<typeof contract.countSegment.output>> {
  const { problems, where } = await database.account(accountId, (transaction) =>
    compileGiven(transaction, language, { node: definition, role }),
  );
  if (problems.length > 0) return { count: 0, isExact: true, sample: [], problems: [...problems] };
  const people = where(2);
  const within = { accountId, ms: timeOf({ isPatient: exact }) };
  const [counted, sample] = await Promise.all([
    countWithin(database, within, people),
    withinTime(database, within, (transaction) => store.samplePeople(transaction, people, SAMPLE)),
  ]);
  return { ...counted, sample: sample ?? [], problems: [] };
}

async function explainSegment(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { session, body: { definition, customerUuid } }: Given<typeof contract.explainSegment>,
): Promise<z.output<typeof contract.explainSegment.output>> {
  const [problems = []] = await language.findProblems(transaction, [definition], session.role);
  const scope = await scopeOf(transaction);
  const asked = { customerId: customerUuid, scope, problems };
  const rows = orNotFound(await language.explain(transaction, definition, asked), 'customer');
  return {
    isIn: rows.get('') === true,
    rows: [...rows].map(([path, holds]) => ({ path, holds })),
    problems,
  };
}
