import { randomBytes } from 'node:crypto';
import type { BotId } from '@hanasu/contract/ids';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { saveIdentitySecret } from '../embed.store.ts';
import { secretContext } from '../secret-context.ts';
import { ownEmbed } from './embed-setting.ts';

const SECRET_BYTES = 32;

/** Shown this once; kept sealed. */
export const rotateIdentitySecret = (
  { database, box }: EmbedDependencies,
  { accountId, userId, address }: Actor,
  botId: BotId,
): Promise<{ secret: string }> =>
  database.account(accountId, async (transaction) => {
    const { name } = await ownEmbed(transaction, botId);
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    await saveIdentitySecret(transaction, botId, box.seal(secret, secretContext({ accountId, botId })));
    const data = { uuid: botId };
    await recordAudit(transaction, { userId, address, action: 'embed.secret_renewed', target: name, data });
    return { secret };
  });
