import { z } from 'zod';
import { OneTimeCode, PASSWORD_MAX } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { AccountId, BotId, UserId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { putBackPost, reportedPosts, takeDownPost } from './posts.ts';

/**
 * For administrators of the installation (`ADMIN_EMAILS`). To everybody else, signed in or not, these paths answer like
 * paths that don't exist; they are not in the OpenAPI document, and not in `api.ts`.
 */
export const AdminAccountView = z.object({
  uuid: AccountId,
  name: z.string(),
  owner: z
    .object({ uuid: UserId, username: z.string(), email: z.string().nullable(), emailVerified: z.boolean() })
    .nullable(),
  members: z.number().int(),
  /** Documents, received and sent files. */
  bytes: z.number().int(),
  conversations: z.number().int(),
  balance: z.number().int(),
  lastUsedAt: Time.nullable(),
  createdAt: Time,
  suspendedAt: Time.nullable(),
  deleteAt: Time.nullable(),
});
export type AdminAccountView = z.infer<typeof AdminAccountView>;

export const adminAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  summary: 'Accounts of the installation, last used first; `q` finds in names, user names and addresses',
  tag: 'admin',
  access: 'administrator',
  query: PageQuery,
  status: 200,
  output: pageOf(AdminAccountView),
});
export const suspendAccount = endpoint({
  method: 'POST',
  path: '/api/admin/account/{uuid}/suspend',
  summary: 'Closes an account: nobody gets in, its keys and public bots stop, its bots use no tokens',
  tag: 'admin',
  access: 'administrator',
  params: uuidParams(AccountId),
  status: 204,
  errors: ['not_found', 'own_account'],
});
export const resumeAccount = endpoint({
  method: 'POST',
  path: '/api/admin/account/{uuid}/resume',
  summary: 'Opens a suspended account again',
  tag: 'admin',
  access: 'administrator',
  params: uuidParams(AccountId),
  status: 204,
  errors: ['not_found'],
});
export const eraseAccount = endpoint({
  method: 'POST',
  path: '/api/admin/account/{uuid}/erase',
  summary: 'Erases an account with everything in it, for good, beginning at once',
  tag: 'admin',
  access: 'administrator',
  params: uuidParams(AccountId),
  body: z.object({ name: z.string().max(200), password: z.string().max(200).optional() }).strict(),
  status: 204,
  errors: ['not_found', 'own_account', 'name_differs', 'wrong_password', 'proof_needed', 'too_many_tries'],
});

export const ReportedBotView = z.object({
  uuid: BotId,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  account: z.object({ uuid: AccountId, name: z.string() }),
  reports: z.number().int(),
  /** The newest ten. */
  texts: z.array(z.object({ reason: z.string(), text: z.string(), createdAt: Time })),
  /** Taken down; null: shown. */
  hiddenAt: Time.nullable(),
});
export type ReportedBotView = z.infer<typeof ReportedBotView>;

export const reportedBots = endpoint({
  method: 'GET',
  path: '/api/admin/reported-bots',
  summary: 'Public bots that were reported or taken down, most reports first',
  tag: 'admin',
  access: 'administrator',
  status: 200,
  output: z.object({ items: z.array(ReportedBotView) }),
});
export const takeDownBot = endpoint({
  method: 'POST',
  path: '/api/admin/public-bot/{uuid}/take-down',
  summary: 'Takes a public bot out of the gallery; listing it again does not bring it back',
  tag: 'admin',
  access: 'administrator',
  params: uuidParams(BotId),
  status: 204,
  errors: ['not_found'],
});
export const putBackBot = endpoint({
  method: 'POST',
  path: '/api/admin/public-bot/{uuid}/put-back',
  summary: 'Shows a public bot again, and forgets its reports',
  tag: 'admin',
  access: 'administrator',
  params: uuidParams(BotId),
  status: 204,
  errors: ['not_found'],
});

/** For installations without a mail server, and for people who came by a provider. */
export const confirmByLog = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-by-log',
  summary: "Confirms an administrator's address with the code that the server wrote into its log",
  tag: 'accounts',
  access: 'viewer',
  unlisted: true,
  body: z.object({ code: OneTimeCode, password: z.string().max(PASSWORD_MAX).optional() }).strict(),
  status: 204,
  errors: ['code_invalid', 'wrong_password', 'proof_needed', 'too_many_tries'],
});

export const QUEUES = ['inbound', 'outbox', 'jobs', 'web_hooks', 'mails'] as const;
export const QueueName = z.enum(QUEUES);
export type QueueName = z.infer<typeof QueueName>;
export const QueueView = z.object({
  name: QueueName,
  waiting: z.number().int(),
  oldestAt: Time.nullable(),
  /** Of the last seven days: what can be tried again. */
  failed: z.number().int(),
});
export type QueueView = z.infer<typeof QueueView>;

export const queues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  summary: 'What waits and what failed',
  tag: 'admin',
  access: 'administrator',
  status: 200,
  output: z.object({ items: z.array(QueueView) }),
});
export const retryQueue = endpoint({
  method: 'POST',
  path: '/api/admin/queue/{name}/retry',
  summary: 'Tries again what failed in the last seven days, at most 1,000 at once',
  tag: 'admin',
  access: 'administrator',
  params: z.object({ name: QueueName }),
  status: 200,
  output: z.object({ retried: z.number().int() }),
});

export const ADMIN_ENDPOINTS = [
  adminAccounts,
  suspendAccount,
  resumeAccount,
  eraseAccount,
  reportedBots,
  takeDownBot,
  putBackBot,
  queues,
  retryQueue,
  reportedPosts,
  takeDownPost,
  putBackPost,
] as const;
