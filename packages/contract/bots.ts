import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, KnowledgeId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const BotInput = z
  .object({
    name: z.string().trim().min(1).max(80),
    serviceUuid: z.string().min(1).max(120),
    instructions: z.string().max(20_000).default(''),
    greeting: z.string().max(2000).default(''),
    /** Said when the bot can't answer; empty: the built-in words in the customer's language. */
    noAnswerReply: z.string().max(2000).default(''),
    knowledgeUuids: z.array(KnowledgeId).max(20).default([]),
    answerOnlyFromKnowledge: z.boolean().default(true),
    /** Show numbered sources under answers on channels. */
    showSources: z.boolean().default(true),
  })
  .strict();
export type BotInput = z.infer<typeof BotInput>;

/** Every field optional and none defaulted: what is absent stays as it is. */
export const BotPatch = z
  .object({
    name: BotInput.shape.name,
    serviceUuid: BotInput.shape.serviceUuid,
    instructions: z.string().max(20_000),
    greeting: z.string().max(2000),
    noAnswerReply: z.string().max(2000),
    knowledgeUuids: z.array(KnowledgeId).max(20),
    answerOnlyFromKnowledge: z.boolean(),
    showSources: z.boolean(),
  })
  .partial()
  .strict();
export type BotPatch = z.infer<typeof BotPatch>;

export const BotView = z
  .object({
    uuid: BotId,
    name: z.string(),
    serviceUuid: z.string(),
    instructions: z.string(),
    greeting: z.string(),
    noAnswerReply: z.string(),
    knowledgeUuids: z.array(KnowledgeId),
    answerOnlyFromKnowledge: z.boolean(),
    showSources: z.boolean(),
    channels: z.array(z.object({ uuid: z.string(), kind: z.string(), name: z.string() })),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Bot' });
export type BotView = z.infer<typeof BotView>;

export const listBots = endpoint({
  method: 'GET',
  path: '/api/user/bots',
  summary: 'Bots',
  tag: 'bots',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(BotView),
});
export const createBot = endpoint({
  method: 'POST',
  path: '/api/user/bot',
  summary: 'Create a bot',
  tag: 'bots',
  access: 'admin',
  body: BotInput,
  status: 200,
  output: BotView,
  errors: ['service_unavailable_model'],
});
export const getBot = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}',
  summary: 'One bot',
  tag: 'bots',
  access: 'viewer',
  params: uuidParams(BotId),
  status: 200,
  output: BotView,
});
export const updateBot = endpoint({
  method: 'PATCH',
  path: '/api/user/bot/{uuid}',
  summary: 'Change a bot',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: BotPatch,
  status: 200,
  output: BotView,
  errors: ['service_unavailable_model'],
});
export const deleteBot = endpoint({
  method: 'DELETE',
  path: '/api/user/bot/{uuid}',
  summary: 'Delete a bot; its channels stay connected and their conversations wait for a person',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  status: 204,
});
