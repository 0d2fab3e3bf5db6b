import type { EmbedConfig, EmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { saveEmbed } from '../embed.store.ts';
import { embedSetting, ownEmbed } from './embed-setting.ts';
import { keepWebChannel } from './web-channel.ts';

/** What is absent stays. Who may show the chat, and whom it trusts, is in the log. */
export const changeEmbedSetting = (
  { database, box, publicUrl }: EmbedDependencies,
  { accountId, userId, address }: Actor,
  { botUuid, ...patch }: Partial<EmbedConfig> & { botUuid: BotId },
): Promise<EmbedSetting> =>
  database.account(accountId, async (transaction) => {
    const before = await ownEmbed(transaction, botUuid);
    const config = { ...before.config, ...patch, sites: [...new Set(patch.sites ?? before.config.sites)] };
    if (config.identityRequired && !before.identitySecret)
      throw AppError.field(
        'identity_secret_missing',
        'body.identityRequired',
        'Make an identity secret first',
      );
    await saveEmbed(transaction, botUuid, config);
    await keepWebChannel({ box }, transaction, before, config, { userId, address });
    const { enabled, sites, identityRequired } = config;
    const data = { uuid: botUuid, enabled, sites, identityRequired };
    if (isAccessChanged(before.config, config))
      await recordAudit(transaction, { userId, address, action: 'embed.changed', target: before.name, data });
    return embedSetting({ ...before, config }, publicUrl);
  });

const isAccessChanged = (before: EmbedConfig, after: EmbedConfig): boolean =>
  before.enabled !== after.enabled ||
  before.identityRequired !== after.identityRequired ||
  before.sites.join() !== after.sites.join();
