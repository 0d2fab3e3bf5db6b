import { type AccountsDependencies, joinInvitation, withheld } from './features/accounts/public.ts';
import { handOverKeys, revokeAllKeys, revokeKeysOf } from './features/api-keys/public.ts';
import { grantTokens } from './features/billing/public.ts';
import { channelRelease } from './features/channels/public.ts';
import { personalData as chatData } from './features/conversations/public.ts';
import { questionSetJobs } from './features/evaluation/public.ts';
import { knowledgeJobs } from './features/knowledge/public.ts';
import { deleteNotifications } from './features/notifications/public.ts';
import { cancelExports, type PrivacyDependencies, privacyJobs } from './features/privacy/public.ts';
import { forgetIdentities } from './features/web-chat/public.ts';
import { deleteAllHooks, deleteHooksOf, HOOK_TIMEOUT_MS, handOverHooks } from './features/webhooks/public.ts';
import { newId } from './platform/ids.ts';
import { createGuardedFetch } from './platform/net/guarded-fetch.ts';
import type { EngineParts } from './server-parts.ts';

/** What routes, pumps and jobs need alike, and what both threads do alike. */

/** Of the starting tokens, until the owner has confirmed their address: enough to try, too little to farm. */
const UNCONFIRMED_SHARE = 0.02;

/** What members make in features above `accounts`. */
export const MEMBER_BELONGINGS: AccountsDependencies['belongings'] = {
  apiKeys: { handOver: handOverKeys, end: revokeKeysOf },
  webHooks: { handOver: handOverHooks, end: deleteHooksOf },
  channels: { handOver: channelRelease.handOverChannels },
};

/** Of people and their sessions. */
export const accountsOf = ({
  database,
  config,
  authenticator,
  realtime,
  mail,
  passwords,
  credentials,
  files,
  box,
  socialClients,
  logger,
  apiKeys,
  registration,
}: EngineParts): AccountsDependencies => ({
  database,
  ...credentials,
  passwords,
  registrationsPerHour: config.RATE_LIMIT_REGISTER,
  registration,
  mail,
  files,
  box,
  authenticate: authenticator.authenticate,
  ended: {
    session(id) {
      authenticator.forgetSession(id);
      realtime.dropSession(id);
    },
    user(id) {
      authenticator.forgetUser(id);
      apiKeys.forgetPerson(id);
      realtime.recheckUser(id);
    },
  },
  social: {
    clients: socialClients,
    onFailure: (failure) => logger.warn(failure, 'sign-in with a provider failed'),
  },
  publicUrl: config.publicUrl,
  sessionDays: config.SESSION_DAYS,
  defaultLocale: 'en',
  async onAccountCreated(transaction, accountId) {
    const tokens = Math.floor(config.STARTING_TOKENS * UNCONFIRMED_SHARE);
    await grantTokens(transaction, { accountId, id: newId(), tokens });
    await withheld.withholdTokens(transaction, accountId, config.STARTING_TOKENS - tokens);
  },
  async onEmailConfirmed(transaction, userId) {
    for (const { accountId, tokens } of await withheld.takeWithheld(transaction, userId)) {
      await grantTokens(transaction, { accountId, id: newId(), tokens });
    }
  },
  joinInvitation,
  belongings: MEMBER_BELONGINGS,
  async endKeys(...whose) {
    await revokeAllKeys(...whose);
    await deleteAllHooks(...whose);
  },
  async endShares(transaction, userId, accountIds) {
    await chatData.deleteShares(transaction, userId, accountIds);
    await channelRelease.deleteGrants(transaction, userId, accountIds);
    await deleteNotifications(transaction, userId, accountIds);
    await forgetIdentities(transaction, accountIds);
    await cancelExports(transaction, accountIds);
  },
});

/** How people are told elsewhere than on a page; its pump needs the same as its routes. */
export const notifyWaysOf = ({ database, box, config, directory }: EngineParts) => ({
  database,
  box,
  publicUrl: config.publicUrl,
  ask: createGuardedFetch({ allowPrivate: config.ALLOW_PRIVATE_ADDRESSES, timeoutMs: HOOK_TIMEOUT_MS }),
  channels: directory,
});

/** Its jobs and pumps need the same as its routes. */
export const privacyOf = (parts: EngineParts): PrivacyDependencies => ({
  ...accountsOf(parts),
  requireQuota: parts.storage.requireQuota,
  // The knowledge feature holds the jobs by the same late handle.
  jobs: parts.knowledge.jobs,
  log: parts.logger,
});

/** The kinds of work that wait in the queue. */
export const jobKinds = (parts: EngineParts, version: string) => [
  ...knowledgeJobs(parts.knowledge),
  ...questionSetJobs(parts.questionSets),
  ...privacyJobs({ ...privacyOf(parts), version }),
];

/** Queues what a process that crashed has left; call once the jobs have started. */
export async function adoptForsaken({ knowledge, questionSets }: EngineParts): Promise<void> {
  await knowledge.adoptForsaken();
  await questionSets.adoptForsaken();
}

/** Ends what parts have begun, but for the database. */
export async function closeParts(parts: EngineParts): Promise<void> {
  parts.givingWay.stop();
  await parts.jobs.peek()?.stop();
  await parts.websites.close();
  await parts.knowledge.close();
  await parts.questionSets.close();
  await parts.directory.drain();
  await parts.passwords.close();
  await parts.credentials.passwordStrength.close();
}
