import { z } from 'zod';
import { CustomerFieldValue } from './customer-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  ActionRuleId,
  ChannelId,
  CustomerFieldId,
  CustomerId,
  FormId,
  MessageTemplateId,
  RichMenuId,
  SegmentId,
  TagId,
  UserId,
  uuidParams,
  WebHookId,
} from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { SegmentDefinition, SegmentProblem } from './segments.ts';

export const ACTION_RULES_MAX = 100;
export const ACTIONS_MAX = 10;
/** A rule that is set off by what another rule did, and so on: the chain is cut there. */
export const ACTION_DEPTH_MAX = 5;
/** The same action of a rule for the same customer. */
export const ACTIONS_PER_MINUTE = 5;

/** `link`: a page of its own, by a link that says who it is for. `chat`: field by field in the conversation. */
export const SENT_FORMS = ['link', 'chat'] as const;

/** What can be done with a customer. The feature that does it registers it under the same `kind`. */
const ACTIONS = [
  z.object({ kind: z.literal('tag'), tagUuid: TagId }).strict(),
  z.object({ kind: z.literal('untag'), tagUuid: TagId }).strict(),
  /** Null empties the field. */
  z
    .object({ kind: z.literal('field'), fieldUuid: CustomerFieldId, value: CustomerFieldValue.nullable() })
    .strict(),
  /** Null: nobody. */
  z.object({ kind: z.literal('owner'), ownerUuid: UserId.nullable() }).strict(),
  /** The conversation that the event is about, or else their newest one. `waiting`: a person is wanted. */
  z.object({ kind: z.literal('handling'), handling: z.enum(['bot', 'waiting', 'closed']) }).strict(),
  z.object({ kind: z.literal('assign'), to: z.union([z.enum(['next', 'nobody']), UserId]) }).strict(),
  /** Null: everybody who is notified of rules. */
  z
    .object({
      kind: z.literal('notify'),
      userUuid: UserId.nullable(),
      text: z.string().trim().normalize('NFC').min(1).max(300),
    })
    .strict(),
  /** Tells one of the account's webhooks, whatever else it listens to. */
  z.object({ kind: z.literal('webHook'), hookUuid: WebHookId }).strict(),
  /** In the conversation as for `handling`. */
  z.object({ kind: z.literal('sendMessage'), templateUuid: MessageTemplateId }).strict(),
  z
    .object({ kind: z.literal('sendForm'), formUuid: FormId, as: z.enum(SENT_FORMS).default('link') })
    .strict(),
  /** Gives them this rich menu on its channel, whatever the list of menus says; null: from now on the list decides again. */
  z.object({ kind: z.literal('switchMenu'), menuUuid: RichMenuId.nullable() }).strict(),
] as const;
export const Action = z.discriminatedUnion('kind', [...ACTIONS]).meta({ id: 'Action' });
export type Action = z.output<typeof Action>;
export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;
export const ACTION_KINDS: readonly Action['kind'][] = ACTIONS.map(({ shape }) => shape.kind.value);
/** Stands for an action that the server no longer knows. */
const Unreadable = z.object({ kind: z.literal('unreadable') });
export type StoredAction = Action | z.output<typeof Unreadable>;

/** Why an action can't be done. */
export const ACTION_PROBLEMS = [
  'unknown',
  'tag_missing',
  'tag_archived',
  'field_missing',
  'field_archived',
  'field_value',
  'channel_missing',
  'member_missing',
  'hook_missing',
  'hook_off',
  'form_missing',
  'menu_missing',
  'menu_not_published',
  /** The customer is no friend of the channel of the menu. */
  'no_friend',
  'template_missing',
  /** The template lacks something. */
  'message_not_ready',
  /** It takes no submissions now. */
  'form_closed',
  /** They can't be written to now. */
  'not_reachable',
  /** The customer wants nothing that they have not asked for. */
  'unsubscribed',
  /** They have not answered so many others that were asked in the chat. */
  'too_many_forms',
  /** They have no conversation. */
  'no_conversation',
  /** Tried several times without success. */
  'error',
] as const;
export type ActionReason = (typeof ACTION_PROBLEMS)[number];

/** What happens with a customer. The last three are known while a rule asks for them. */
export const CUSTOMER_EVENTS = [
  'created',
  'followed',
  'blocked',
  'tagged',
  'untagged',
  'changed',
  'consent',
  'owner',
  'merged',
  'unmerged',
  'submitted',
  'tapped',
  'message',
  'handover',
  'closed',
] as const;
export type CustomerEventKind = (typeof CUSTOMER_EVENTS)[number];

const OnChannel = { channelUuid: ChannelId.nullable().default(null) };
const WithTag = { tagUuid: TagId.nullable().default(null) };
/** Which events set a rule off; null: every tag, every channel. */
export const RuleTrigger = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('created') }).strict(),
    z.object({ kind: z.literal('followed'), ...OnChannel }).strict(),
    z.object({ kind: z.literal('blocked'), ...OnChannel }).strict(),
    z.object({ kind: z.literal('tagged'), ...WithTag }).strict(),
    z.object({ kind: z.literal('untagged'), ...WithTag }).strict(),
    z.object({ kind: z.literal('changed') }).strict(),
    z.object({ kind: z.literal('consent'), ...OnChannel }).strict(),
    z.object({ kind: z.literal('owner') }).strict(),
    /** Null: every form. */
    z.object({ kind: z.literal('submitted'), formUuid: FormId.nullable().default(null) }).strict(),
    /** An area of a rich menu; null: of every menu. */
    z.object({ kind: z.literal('tapped'), menuUuid: RichMenuId.nullable().default(null) }).strict(),
    z.object({ kind: z.literal('message'), ...OnChannel }).strict(),
    z.object({ kind: z.literal('handover'), ...OnChannel }).strict(),
    z.object({ kind: z.literal('closed'), ...OnChannel }).strict(),
  ])
  .meta({ id: 'RuleTrigger' });
export type RuleTrigger = z.output<typeof RuleTrigger>;

/** Why a rule does nothing: a part of its segment, its trigger or an action. */
const RuleProblem = z.union([
  z.object({ part: z.literal('segment'), problem: SegmentProblem }),
  z.object({ part: z.literal('trigger'), reason: z.enum(ACTION_PROBLEMS) }),
  z.object({ part: z.literal('action'), index: z.number().int(), reason: z.enum(ACTION_PROBLEMS) }),
]);
export type RuleProblem = z.infer<typeof RuleProblem>;

export const RUN_STATES = ['waiting', 'done', 'failed', 'cut'] as const;
/** Of what was not done: why. `depth`, `often`: it would have gone round in circles. */
const RUN_REASONS = [...ACTION_PROBLEMS, 'depth', 'often'] as const;
export type RunReason = (typeof RUN_REASONS)[number];
export const RunAction = z.object({
  kind: z.string(),
  state: z.enum(RUN_STATES),
  reason: z.enum(RUN_REASONS).nullable(),
});
export const RunCause = z.object({ kind: z.enum(CUSTOMER_EVENTS) });

const Name = z.string().trim().normalize('NFC').min(1).max(60);
const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
export const ActionRuleView = z
  .object({
    uuid: ActionRuleId,
    name: z.string(),
    enabled: z.boolean(),
    trigger: RuleTrigger,
    /** Who it is for: a saved segment or conditions of its own; both null: everybody. */
    segment: z.object({ uuid: SegmentId, name: z.string() }).nullable(),
    definition: SegmentDefinition.nullable(),
    actions: z.array(z.union([Action, Unreadable])),
    /** Not empty: it does nothing. */
    problems: z.array(RuleProblem),
    /** Actions of the past 30 days. */
    done: z.number().int(),
    failed: z.number().int(),
    /** When an action was last done, or failed; null: never within 30 days. */
    lastRunAt: Time.nullable(),
    createdBy: Member,
    changedBy: Member,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'ActionRule' });
export type ActionRuleView = z.infer<typeof ActionRuleView>;

const Who = {
  segmentUuid: SegmentId.nullable().default(null),
  definition: SegmentDefinition.nullable().default(null),
};
const Actions = z.array(Action).min(1).max(ACTIONS_MAX);
const params = uuidParams(ActionRuleId);
const TAG = 'tags';

export const listActionRules = endpoint({
  method: 'GET',
  path: '/api/action-rules',
  summary: 'Rules that act by themselves when something happens with a customer, oldest first',
  tag: TAG,
  access: 'admin',
  query: PageQuery,
  status: 200,
  output: pageOf(ActionRuleView),
});
export const createActionRule = endpoint({
  method: 'POST',
  path: '/api/action-rule',
  summary:
    'Adds a rule: when `trigger` happens with a customer who is in the segment, `actions` are done in their order. It looks at what happens from now on',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      name: Name,
      enabled: z.boolean().default(true),
      trigger: RuleTrigger,
      ...Who,
      actions: Actions,
    })
    .strict(),
  status: 201,
  output: ActionRuleView,
  errors: ['name_taken', 'too_many_action_rules'],
});
export const getActionRule = endpoint({
  method: 'GET',
  path: '/api/action-rule/{uuid}',
  summary: 'One rule',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: ActionRuleView,
});
export const changeActionRule = endpoint({
  method: 'PATCH',
  path: '/api/action-rule/{uuid}',
  summary: 'Changes a rule; what is absent stays. What was decided before is done as it was then',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      name: Name.optional(),
      enabled: z.boolean().optional(),
      trigger: RuleTrigger.optional(),
      segmentUuid: SegmentId.nullable().optional(),
      definition: SegmentDefinition.nullable().optional(),
      actions: Actions.optional(),
    })
    .strict(),
  status: 200,
  output: ActionRuleView,
  errors: ['name_taken'],
});
export const deleteActionRule = endpoint({
  method: 'DELETE',
  path: '/api/action-rule/{uuid}',
  summary: 'Deletes a rule with its log. What it did stays',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});

const Person = z.object({ uuid: CustomerId, name: z.string() });
export const tryActionRule = endpoint({
  method: 'POST',
  path: '/api/action-rule/dry-run',
  summary:
    'What a rule would have seen in the past 30 days, by the segment as it is now. Nothing is done. Of handovers and closed conversations the last of each conversation counts',
  tag: TAG,
  access: 'admin',
  body: z.object({ trigger: RuleTrigger, ...Who }).strict(),
  status: 200,
  output: z.object({
    /** How often, and how many customers. */
    events: z.number().int(),
    customers: z.number().int(),
    /** The newest, each customer once. */
    examples: z.array(z.object({ customer: Person, at: Time })),
    problems: z.array(RuleProblem),
  }),
  errors: ['segment_too_slow'],
});

export const RuleRun = z
  .object({
    uuid: z.uuid(),
    customer: Person,
    /** What the rule saw, and when that was. */
    event: RunCause.extend({ at: Time }),
    action: z.union([Action, Unreadable]),
    state: z.enum(RUN_STATES),
    reason: z.enum(RUN_REASONS).nullable(),
    at: Time,
  })
  .meta({ id: 'ActionRuleRun' });
export type RuleRun = z.infer<typeof RuleRun>;
export const listRuleRuns = endpoint({
  method: 'GET',
  path: '/api/action-rule/{uuid}/log',
  summary: 'What a rule did in the past 90 days, newest first; `before` takes `next` of the page before',
  tag: TAG,
  access: 'admin',
  params,
  query: z.object({
    before: z.string().max(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(30),
  }),
  status: 200,
  output: z.object({ items: z.array(RuleRun), next: z.string().nullable() }),
});
