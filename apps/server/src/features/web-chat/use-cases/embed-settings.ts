import { randomBytes } from 'node:crypto';
import type { EmbedConfig, EmbedLook, EmbedSetting, EmbedTexts } from '@hanasu/contract/embed';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { type EmbedRow, saveEmbed, saveIdentitySecret } from '../embed.store.ts';
import { secretContext } from '../secret-context.ts';
import { embedSetting, ownEmbed } from './embed-setting.ts';
import { keepWebChannel } from './web-channel.ts';

/** What a browser shows; the words are complete. */
export function readEmbedLook(embed: EmbedRow): EmbedLook {
  const { config } = embed;
  const complete = (texts: EmbedTexts): EmbedTexts => ({
    title: texts.title || embed.name,
    greeting: texts.greeting || fillVariables(embed.greeting, embed.settings.variables),
    placeholder: texts.placeholder,
  });
  const { en, ja, vi } = config.texts;
  return {
    botUuid: embed.botId,
    texts: { en: complete(en), ja: complete(ja), vi: complete(vi) },
    colour: config.colour,
    theme: config.theme,
    position: config.position,
    launcher: config.launcher,
    greetingDelay: config.greetingDelay,
    suggestedQuestions: embed.settings.suggestedQuestions,
    identityRequired: config.identityRequired,
  };
}

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
