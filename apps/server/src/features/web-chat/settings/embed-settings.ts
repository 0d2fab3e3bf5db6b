import { randomBytes } from 'node:crypto';
import type {
  ChannelGreeting,
  EmbedConfig,
  EmbedLook,
  EmbedSetting,
  EmbedTexts,
} from '@hanasu/contract/embed';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { AccountId, BotId, type ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SealedColumn } from '../../../platform/crypto/sealed-column.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { avatarView, recordAudit } from '../../accounts/public.ts';
import { channelSettings } from '../../automations/public.ts';
import { type ChangedBy, setWebChannel } from '../../channels/public.ts';
import { contacts } from '../../contacts/public.ts';
import { threads } from '../../conversations/public.ts';
import { findVisitorsWithoutChannel } from '../chat/web-channel.store.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import {
  type EmbedRow,
  findOwnEmbed,
  findWithoutChannel,
  forgetEnabled,
  saveEmbed,
  saveIdentitySecret,
  WEB,
} from './embed.store.ts';

/** What a browser shows; the words are complete. */
export function readEmbedLook(embed: EmbedRow, channelGreeting: ChannelGreeting | null): EmbedLook {
  const { config } = embed;
  const filled = (text: string): string => fillVariables(text, embed.settings.variables);
  const complete = (language: keyof EmbedConfig['texts']): EmbedTexts => {
    const { title, greeting, placeholder } = config.texts[language];
    return {
      title: title || embed.accountName,
      greeting: filled(channelGreeting?.texts[language] ?? (greeting || embed.greeting)),
      placeholder,
    };
  };
  return {
    botUuid: embed.botId,
    logoUrl: avatarView(embed.logoKey)?.url ?? null,
    texts: { en: complete('en'), ja: complete('ja'), vi: complete('vi') },
    greetingBubbles: channelGreeting?.bubbles ?? [],
    colour: config.colour,
    theme: config.theme,
    position: config.position,
    launcher: config.launcher,
    greetingDelay: config.greetingDelay,
    suggestedQuestions: [...(channelGreeting?.quickReplies ?? []), ...embed.settings.suggestedQuestions],
    identityRequired: config.identityRequired,
  };
}

/** What is absent stays. Who may show the chat, and whom it trusts, is in the log. */
export const changeEmbedSetting = (
  dependencies: EmbedDependencies,
  { accountId, userId, address }: Actor,
  { botUuid, ...patch }: Partial<EmbedConfig> & { botUuid: BotId },
): Promise<EmbedSetting> =>
  dependencies.database.account(accountId, async (transaction) => {
    const { box } = dependencies;
    const before = await ownEmbed(transaction, botUuid);
    const config = { ...before.config, ...patch, sites: [...new Set(patch.sites ?? before.config.sites)] };
    if (config.identityRequired && !before.identitySecret)
      throw AppError.field(
        'identity_secret_missing',
        'body.identityRequired',
        'Make an identity secret first',
      );
    await saveEmbed(transaction, botUuid, config);
    await keepWebChannel({ box }, transaction, { embed: before, config, by: { userId, address } });
    const { enabled, sites, identityRequired } = config;
    const data = { uuid: botUuid, enabled, sites, identityRequired };
    if (isAccessChanged(before.config, config))
      await recordAudit(transaction, { userId, address, action: 'embed.changed', target: before.name, data });
    return shownSetting(transaction, dependencies, botUuid);
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

async function ownEmbed(transaction: AccountTransaction, botId: BotId): Promise<EmbedRow> {
  const embed = await findOwnEmbed(transaction, botId);
  if (!embed) throw new AppError('not_found', 'Bot not found');
  return embed;
}

/** Greeting of the channel of a bot on web sites. */
export const greetingOf = (
  transaction: AccountTransaction,
  { composer }: Pick<EmbedDependencies, 'composer'>,
  { channelId }: Pick<EmbedRow, 'channelId'>,
): Promise<ChannelGreeting | null> =>
  channelId ? channelSettings.findVisitorGreeting(transaction, composer, channelId) : Promise.resolve(null);

export async function shownSetting(
  transaction: AccountTransaction,
  dependencies: Pick<EmbedDependencies, 'composer' | 'publicUrl'>,
  botId: BotId,
): Promise<EmbedSetting> {
  const embed = await ownEmbed(transaction, botId);
  return {
    ...embed.config,
    botUuid: embed.botId,
    channelUuid: embed.channelId,
    channelGreeting: await greetingOf(transaction, dependencies, embed),
    hasIdentitySecret: embed.identitySecret !== null,
    baseUrl: dependencies.publicUrl,
  };
}

/** A bot on web sites is a channel of its own: opened when it is switched on, paused when it is switched off. */
async function keepWebChannel(
  { box }: Pick<EmbedDependencies, 'box'>,
  transaction: AccountTransaction,
  {
    embed: { botId, name },
    config,
    by,
  }: {
    readonly embed: Pick<EmbedRow, 'botId' | 'name'>;
    readonly config: Pick<EmbedConfig, 'enabled' | 'texts'>;
    readonly by: ChangedBy;
  },
): Promise<void> {
  const titles = Object.values(config.texts).map(({ title }) => title);
  const channel = {
    kind: WEB,
    externalId: botId,
    botId,
    name,
    displayName: titles.find((title) => title !== '') ?? name,
    isEnabled: config.enabled,
  };
  const kept = await setWebChannel(transaction, box, channel, by);
  if (kept?.isNew) await adoptVisitors(transaction, kept.id, botId);
}

/** Conversations from before the bot was a channel become the channel's, and their visitors its friends. */
async function adoptVisitors(
  transaction: AccountTransaction,
  channelId: ChannelId,
  botId: BotId,
): Promise<void> {
  const visitors = await findVisitorsWithoutChannel(transaction, botId);
  await contacts.insertFriends(transaction, channelId, visitors);
  await threads.adoptVisitorThreads(transaction, channelId, botId);
}

/** At start: what was switched on before there were such channels. */
export async function adoptEmbeds({
  database,
  box,
}: Pick<EmbedDependencies, 'database' | 'box'>): Promise<void> {
  for (const { accountId, botId } of await database.system(findWithoutChannel)) {
    await database.account(accountId, async (transaction) => {
      const embed = await findOwnEmbed(transaction, botId);
      if (embed && !embed.channelId)
        await keepWebChannel({ box }, transaction, {
          embed,
          config: { ...embed.config, enabled: true },
          by: { userId: null },
        });
      await forgetEnabled(transaction, botId);
    });
  }
}

/** Bound into the sealed identity secret: copied to another bot it does not open. */
export const secretContext = ({
  accountId,
  botId,
}: {
  readonly accountId: AccountId;
  readonly botId: BotId;
}): string => `embed-identity/${accountId}/${botId}`;

export const SEALED_IDENTITIES: SealedColumn = {
  table: 'embed_settings',
  column: 'identity_secret',
  ids: ['account_id', 'bot_id'],
  contextOf: ([accountId, botId]) =>
    secretContext({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) }),
};
