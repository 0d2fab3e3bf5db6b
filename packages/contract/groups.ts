import { z } from 'zod';
import { Locale } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { BotId, CustomerId, GroupId, SegmentId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** Who chooses: the words of the question (no model), rules in order, or one short call of a model. */
export const GROUP_ROUTERS = ['similarity', 'rules', 'model'] as const;
export const GroupRouter = z.enum(GROUP_ROUTERS);
export type GroupRouter = z.infer<typeof GroupRouter>;

export const GROUP_LIMITS = { members: 20, rules: 10, words: 30, whenToUse: 1_000 } as const;

const word = z.string().trim().min(1).max(60);
const words = z.array(word).min(1).max(GROUP_LIMITS.words);

/**
 * What sends a question to a member. Letters are compared without case and accents. `contains`: one of the words, in
 * Latin scripts as a whole word. `matches`: the whole question, where `*` stands for anything. `otherwise`: when no
 * other rule of the group fits. `segment`: the customer is in it; who is not known is in none.
 */
export const GroupRule = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('contains'), words }).strict(),
    z.object({ kind: z.literal('starts'), words }).strict(),
    z.object({ kind: z.literal('matches'), pattern: z.string().trim().min(1).max(200) }).strict(),
    z.object({ kind: z.literal('language'), language: Locale }).strict(),
    z.object({ kind: z.literal('segment'), segmentUuid: SegmentId }).strict(),
    z.object({ kind: z.literal('otherwise') }).strict(),
  ])
  .meta({ id: 'GroupRule' });
export type GroupRule = z.infer<typeof GroupRule>;

const member = {
  botUuid: BotId,
  whenToUse: z.string().trim().max(GROUP_LIMITS.whenToUse),
  rules: z.array(GroupRule).max(GROUP_LIMITS.rules),
};
const members = z
  .array(
    z
      .object({ ...member, whenToUse: member.whenToUse.default(''), rules: member.rules.default([]) })
      .strict(),
  )
  .max(GROUP_LIMITS.members)
  .refine((all) => new Set(all.map(({ botUuid }) => botUuid)).size === all.length, 'a bot is in it twice');

const group = {
  name: z.string().trim().min(1).max(80),
  description: z.string().trim().max(500),
  router: GroupRouter,
  /** Model that chooses, for the router `model`. */
  serviceUuid: z.string().min(1).max(120).nullable(),
  /** Answers when nothing speaks for any member; it need not be one. */
  fallbackBotUuid: BotId.nullable(),
  members,
};

export const GroupInput = z
  .object({
    name: group.name,
    description: group.description.default(''),
    router: group.router.default('similarity'),
    serviceUuid: group.serviceUuid.default(null),
    fallbackBotUuid: group.fallbackBotUuid.default(null),
    members: members.default([]),
  })
  .strict();
export type GroupInput = z.infer<typeof GroupInput>;

/** What is absent stays; `members` replaces all of them, in order. */
export const GroupPatch = z.object(group).partial().strict();
export type GroupPatch = z.infer<typeof GroupPatch>;

export const GroupMemberView = z.object({
  ...member,
  name: z.string(),
  /** False while the bot is paused or was never published: it isn't chosen. */
  ready: z.boolean(),
});
export type GroupMemberView = z.infer<typeof GroupMemberView>;

export const GroupView = z
  .object({
    uuid: GroupId,
    name: z.string(),
    description: z.string(),
    router: GroupRouter,
    serviceUuid: z.string().nullable(),
    fallbackBotUuid: BotId.nullable(),
    members: z.array(GroupMemberView),
    channels: z.array(z.object({ uuid: z.string(), kind: z.string(), name: z.string() })),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'BotGroup' });
export type GroupView = z.infer<typeof GroupView>;

/**
 * Why a bot was chosen. `kept`: it answered before and none is clearly better. `fallback`: nothing spoke for a member.
 * `only`: there is no other. `nobody`: no bot of the group can answer.
 */
export const CHOICE_REASONS = ['rule', 'similar', 'model', 'kept', 'fallback', 'only', 'nobody'] as const;
/** Why the model did not choose and the words of the question did. */
export const MODEL_DETOURS = ['unavailable', 'no_tokens', 'busy', 'timeout', 'failed', 'unclear'] as const;

export const GroupChoice = z
  .object({
    botUuid: BotId.nullable(),
    router: GroupRouter,
    reason: z.enum(CHOICE_REASONS),
    detour: z.enum(MODEL_DETOURS).nullable(),
    /** The rule that fitted, and its place among the rules of its member. */
    rule: z.object({ botUuid: BotId, position: z.number().int(), rule: GroupRule }).nullable(),
    /** Best first. 0..1: `wording` against name and "when to use", `knowledge` against what the bot knows. */
    candidates: z.array(
      z.object({
        botUuid: BotId,
        name: z.string(),
        score: z.number(),
        wording: z.number(),
        knowledge: z.number(),
        /** Words of the question that "when to use" or the name has, too. */
        words: z.array(z.string()),
      }),
    ),
    /** Prepaid tokens that choosing cost. */
    tokens: z.number().int(),
    milliseconds: z.number(),
  })
  .meta({ id: 'GroupChoice' });
export type GroupChoice = z.infer<typeof GroupChoice>;

export const GroupTestInput = z
  .object({
    message: z.string().trim().min(1).max(8_000),
    /** Oldest first, without the message. */
    history: z
      .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().max(8_000) }).strict())
      .max(20)
      .default([]),
    /** Who answered last. */
    previousBotUuid: BotId.nullable().default(null),
    /** Who asks, for rules about segments; null: nobody who is known. */
    customerUuid: CustomerId.nullable().default(null),
  })
  .strict();

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/user/botgroups',
  summary: 'Groups of bots behind one entrance',
  tag: 'groups',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(GroupView),
});
export const createGroup = endpoint({
  method: 'POST',
  path: '/api/user/botgroup',
  summary: 'Create a group of bots',
  tag: 'groups',
  access: 'admin',
  body: GroupInput,
  status: 200,
  output: GroupView,
  errors: ['service_unavailable_model'],
});
export const getGroup = endpoint({
  method: 'GET',
  path: '/api/user/botgroup/{uuid}',
  summary: 'One group',
  tag: 'groups',
  access: 'viewer',
  params: uuidParams(GroupId),
  status: 200,
  output: GroupView,
});
export const updateGroup = endpoint({
  method: 'PATCH',
  path: '/api/user/botgroup/{uuid}',
  summary: 'Change a group',
  tag: 'groups',
  access: 'admin',
  params: uuidParams(GroupId),
  body: GroupPatch,
  status: 200,
  output: GroupView,
  errors: ['service_unavailable_model'],
});
export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/user/botgroup/{uuid}',
  summary:
    'Delete a group; its bots stay, its channels stay connected and their conversations wait for a person',
  tag: 'groups',
  access: 'admin',
  params: uuidParams(GroupId),
  status: 204,
});
export const testGroup = endpoint({
  method: 'POST',
  path: '/api/user/botgroup/{uuid}/test',
  summary: 'Who of the group would answer a message, and why',
  tag: 'groups',
  access: 'operator',
  params: uuidParams(GroupId),
  body: GroupTestInput,
  status: 200,
  output: GroupChoice,
});
