import * as contract from '@hanasu/contract/actions';
import type { ActionRuleId } from '@hanasu/contract/ids';
import { foldForSearch } from '@hanasu/contract/text';
import { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { compileMeant, tooSlow, withinTime } from '../segments/saved-segments.ts';
import { findSegment } from '../segments/segments.store.ts';
import * as store from './rules.store.ts';
import { listRuns } from './runs.store.ts';
import {
  findRuleProblems,
  type RuleParts,
  readAction,
  readActions,
  ruleView,
  triggerOf,
} from './saved-rules.ts';

interface RuleDependencies extends RuleParts {
  readonly database: Database;
}

export function addRuleRoutes(implement: Implement, dependencies: RuleDependencies): void {
  const { database } = dependencies;
  implement(contract.listActionRules, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { page, pageSize, q } = query;
      const place = { limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await store.listRules(transaction, foldForSearch(q ?? ''), place);
      const items: contract.ActionRuleView[] = [];
      for (const row of rows) items.push(await ruleView(transaction, dependencies, row));
      return { items, total, page, pageSize };
    }),
  );
  implement(contract.createActionRule, ({ body }, { session }) =>
    database.account(session.accountId, (transaction) =>
      createRule(transaction, dependencies, { session, body }),
    ),
  );
  implement(contract.getActionRule, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shownRule(transaction, dependencies, params.uuid)),
  );
  implement(contract.changeActionRule, ({ params, body }, { session }) =>
    database.account(session.accountId, (transaction) =>
      changeRule(transaction, dependencies, { session, id: params.uuid, body }),
    ),
  );
  implement(contract.deleteActionRule, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { name } = orNotFound(await store.findRule(transaction, params.uuid), 'rule');
      await store.deleteRule(transaction, params.uuid);
      await audit(transaction, { session, id: params.uuid }, 'action_rule.deleted', { name });
      return undefined;
    }),
  );
  implement(contract.tryActionRule, ({ body }, { session }) => tryRule(dependencies, session, body));
  implement(contract.listRuleRuns, ({ params, query }, { session }) =>
    database.account(session.accountId, (transaction) => showLog(transaction, params.uuid, query)),
  );
}

type Body<Of extends { readonly body: z.ZodType }> = z.output<Of['body']>;
interface Given<Of extends { readonly body: z.ZodType }> {
  readonly session: Actor;
  readonly body: Body<Of>;
}

const audit = (
  transaction: AccountTransaction,
  { session, id }: { readonly session: Actor; readonly id: ActionRuleId },
  action: 'action_rule.created' | 'action_rule.changed' | 'action_rule.deleted',
  data: object,
) =>
  recordAudit(transaction, {
    userId: session.userId,
    action,
    target: id,
    data: { ...data },
    address: session.address,
  });

async function shownRule(
  transaction: AccountTransaction,
  parts: RuleParts,
  id: ActionRuleId,
): Promise<contract.ActionRuleView> {
  return ruleView(transaction, parts, orNotFound(await store.findRule(transaction, id), 'rule'));
}

const SAID: Readonly<Record<contract.ActionReason, string>> = {
  unknown: 'There is no such action',
  tag_missing: 'There is no such tag',
  tag_archived: 'The tag is archived',
  field_missing: 'There is no such field',
  field_archived: 'The field is archived',
  field_value: 'The value is not of the kind of the field',
  channel_missing: 'There is no such channel',
  member_missing: 'Nobody of the team is called so',
  hook_missing: 'There is no such webhook',
  hook_off: 'The webhook is switched off',
  form_closed: 'The form takes no submissions',
  too_many_forms: 'They have too many forms to answer already',
  not_reachable: 'They cannot be written to now',
  unsubscribed: 'They want nothing that they have not asked for',
  form_missing: 'There is no such form',
  menu_missing: 'There is no such rich menu',
  menu_not_published: 'The rich menu is not published',
  no_friend: 'They are no friend of the channel',
  template_missing: 'There is no such message template',
  message_not_ready: 'The message template lacks something',
  no_conversation: 'There is no conversation',
  error: 'It cannot be done',
};

function asFieldProblem(problem: contract.RuleProblem) {
  if (problem.part === 'segment') {
    const { path, reason } = problem.problem;
    return { path: ['body.definition', ...(path ? [path] : [])].join('.'), code: reason, message: reason };
  }
  const path = problem.part === 'trigger' ? 'body.trigger' : `body.actions.${problem.index}`;
  return { path, code: problem.reason, message: SAID[problem.reason] };
}

/** What could not work from the first day on is not stored. */
async function refuseBroken(
  transaction: AccountTransaction,
  parts: RuleParts,
  { id, name, isEnabled, trigger, segmentId, definition, actions }: store.RuleValues,
): Promise<void> {
  if (segmentId && definition !== null)
    throw AppError.field('validation_failed', 'body.definition', 'Either a saved segment or conditions');
  if (segmentId && !(await findSegment(transaction, segmentId)))
    throw AppError.field('validation_failed', 'body.segmentUuid', 'There is no such segment');
  const errors = (
    await findRuleProblems(transaction, parts, {
      id,
      name,
      enabledAt: isEnabled ? new Date(transaction.now()) : null,
      event: trigger.kind,
      tagId: 'tagUuid' in trigger ? trigger.tagUuid : null,
      channelId: 'channelUuid' in trigger ? trigger.channelUuid : null,
      formId: 'formUuid' in trigger ? trigger.formUuid : null,
      menuId: 'menuUuid' in trigger ? trigger.menuUuid : null,
      segmentId,
      definition,
      actions,
      brokenAt: null,
    })
  ).map(asFieldProblem);
  if (errors.length > 0) throw new AppError('validation_failed', errors[0]?.message, { errors });
}

const nameTaken = () => AppError.field('name_taken', 'body.name', 'A rule has this name');

async function createRule(
  transaction: AccountTransaction,
  parts: RuleParts,
  { session, body }: Given<typeof contract.createActionRule>,
): Promise<contract.ActionRuleView> {
  const id = newId<ActionRuleId>();
  const { name, enabled, trigger, segmentUuid, definition, actions } = body;
  const rule = { id, name, trigger, definition, actions };
  const values = { ...rule, isEnabled: enabled, segmentId: segmentUuid, userId: session.userId };
  await refuseBroken(transaction, parts, values);
  if ((await store.lockAndCount(transaction)) >= contract.ACTION_RULES_MAX)
    throw new AppError('too_many_action_rules', `An account may have ${contract.ACTION_RULES_MAX} rules`);
  if (!(await store.insertRule(transaction, values))) throw nameTaken();
  await audit(transaction, { session, id }, 'action_rule.created', { name });
  return shownRule(transaction, parts, id);
}

async function changeRule(
  transaction: AccountTransaction,
  parts: RuleParts,
  { session, id, body }: Given<typeof contract.changeActionRule> & { readonly id: ActionRuleId },
): Promise<contract.ActionRuleView> {
  await store.lockRule(transaction, id);
  const before = orNotFound(await store.findRule(transaction, id), 'rule');
  const values = {
    id,
    name: body.name ?? before.name,
    isEnabled: body.enabled ?? before.enabledAt !== null,
    trigger: body.trigger ?? triggerOf(before),
    ...whoOf(body, before),
    actions: body.actions ?? readActions(before.actions),
    userId: session.userId,
  };
  // What broke since can be renamed and switched off.
  const { name: _, enabled, ...more } = body;
  if (enabled || Object.keys(more).length > 0) await refuseBroken(transaction, parts, values);
  if (!(await store.updateRule(transaction, values))) throw nameTaken();
  const data = { name: values.name, enabled: values.isEnabled };
  await audit(transaction, { session, id }, 'action_rule.changed', data);
  return shownRule(transaction, parts, id);
}

/** A segment takes the place of conditions, and the other way round. */
function whoOf(
  { segmentUuid, definition }: Body<typeof contract.changeActionRule>,
  before: store.StoredRule,
): Pick<store.RuleValues, 'segmentId' | 'definition'> {
  return {
    segmentId: segmentUuid === undefined ? (definition ? null : before.segmentId) : segmentUuid,
    definition: definition === undefined ? (segmentUuid ? null : before.definition) : definition,
  };
}

const DRY_RUN_MS = 10_000;

async function tryRule(
  { database, language }: RuleDependencies,
  { accountId }: Actor,
  { trigger, segmentUuid, definition }: Body<typeof contract.tryActionRule>,
): Promise<z.output<typeof contract.tryActionRule.output>> {
  const found = await withinTime(database, { accountId, ms: DRY_RUN_MS }, async (transaction) => {
    const meant = { segmentId: segmentUuid, definition };
    const segment = await compileMeant(transaction, language, meant);
    const { events, customers, examples } = await store.lookBack(transaction, trigger, segment);
    return {
      events,
      customers,
      examples: examples.map(({ id, name, at }) => ({ customer: { uuid: id, name }, at: at.toISOString() })),
      problems: segment.problems.map((problem) => ({ part: 'segment' as const, problem })),
    };
  });
  if (!found) throw tooSlow();
  return found;
}

const Place = z.tuple([z.string().regex(/^\d{1,17}$/), z.uuid()]);

function readPlace(text: string): z.output<typeof Place> {
  const { data } = Place.safeParse(text.split('_'));
  if (!data) throw AppError.field('validation_failed', 'query.before', 'Not the `next` of a page');
  return data;
}

async function showLog(
  transaction: AccountTransaction,
  id: ActionRuleId,
  { before, pageSize }: z.output<typeof contract.listRuleRuns.query>,
): Promise<z.output<typeof contract.listRuleRuns.output>> {
  orNotFound(await store.findRule(transaction, id), 'rule');
  const [at = null, after = null] = before === undefined ? [] : readPlace(before);
  const rows = await listRuns(transaction, id, { at, id: after, limit: pageSize + 1 });
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  return {
    items: rows.slice(0, pageSize).map((row) => ({
      uuid: row.id,
      customer: { uuid: row.customerId, name: row.customerName },
      event: { kind: row.eventKind, at: row.eventAt.toISOString() },
      action: readAction(row.action),
      state: row.state,
      reason: row.reason,
      at: row.at.toISOString(),
    })),
    next: last ? `${last.place}_${last.id}` : null,
  };
}
