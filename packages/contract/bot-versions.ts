import { z } from 'zod';
import { BotConfig, BotView } from './bots.ts';
import { endpoint } from './endpoint.ts';
import { BotId, UserId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** One publication of a bot; never changed afterwards. */
export const BotVersionView = z
  .object({
    number: z.number().int(),
    note: z.string(),
    createdAt: Time,
    /** Null: somebody who is gone. */
    author: z.object({ uuid: UserId, name: z.string() }).nullable(),
  })
  .meta({ id: 'BotVersion' });
export type BotVersionView = z.infer<typeof BotVersionView>;

export const PublishInput = z
  .object({ note: z.string().trim().max(300).default('') })
  .strict()
  .default({ note: '' });

const versionParams = uuidParams(BotId).extend({ number: z.coerce.number().int().min(1).max(1_000_000) });

export const publishBot = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/publish',
  summary: 'Make the draft what answers, as a new version; refused while it uses sample text',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: PublishInput,
  status: 200,
  output: BotView,
  errors: ['nothing_to_publish', 'sample_text_in_use'],
});
export const listBotVersions = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/versions',
  summary: 'Published versions, newest first',
  tag: 'bots',
  access: 'viewer',
  params: uuidParams(BotId),
  query: PageQuery,
  status: 200,
  output: pageOf(BotVersionView),
});
export const getBotVersion = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/version/{number}',
  summary: 'One version and all that made the bot answer as it did',
  tag: 'bots',
  access: 'viewer',
  params: versionParams,
  status: 200,
  output: BotVersionView.extend({ config: BotConfig }).meta({ id: 'BotVersionWithConfig' }),
});
export const rollBackBot = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/rollback',
  summary: 'Put an earlier version into the draft; it answers once it is published',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: z.object({ number: versionParams.shape.number }).strict(),
  status: 200,
  output: BotView,
});
export const discardDraft = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/discard',
  summary: 'Drop the draft: edited is again what answers. Does nothing while no version was published',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  status: 200,
  output: BotView,
});
export const pauseBot = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/pause',
  summary: 'Stop a bot from answering, or let it go on; what customers write waits for a person meanwhile',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: z.object({ paused: z.boolean() }).strict(),
  status: 200,
  output: BotView,
});
