import { randomBytes } from 'node:crypto';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { rotateNotifySecret } from '@hanasu/contract/notify';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { formatSecret, SECRET_BYTES } from '../../webhooks/public.ts';
import { settingsOf } from '../domain/who-is-told.ts';
import { storeSecret } from '../settings.store.ts';
import { secretContext } from '../ways.ts';
import type { NotifyDependencies } from './dependencies.ts';
import { recipientOf } from './read-notify.ts';

export const rotateSecret = (
  { database, box }: NotifyDependencies,
  actor: Actor,
): Promise<EndpointOutput<typeof rotateNotifySecret>> =>
  database.account(actor.accountId, async (transaction) => {
    const { userId, accountId, address } = actor;
    const settings = settingsOf((await recipientOf(transaction, actor)).settings);
    const secret = formatSecret(randomBytes(SECRET_BYTES));
    await storeSecret(transaction, userId, {
      secret: box.seal(secret, secretContext(accountId, userId)),
      settings,
    });
    await recordAudit(transaction, {
      userId,
      address,
      action: 'web_hook.secret_renewed',
      target: URL.parse(settings.webHookUrl)?.host ?? '',
      data: { notify: true },
    });
    return { secret };
  });
