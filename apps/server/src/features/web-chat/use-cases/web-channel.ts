import type { EmbedConfig } from '@hanasu/contract/embed';
import type { BotId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { contacts } from '../../contacts/public.ts';
import { visitorThreads } from '../../conversations/public.ts';
import { closeBuiltIn, openBuiltIn } from '../../messaging/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { type EmbedRow, findOwnEmbed, findWithoutChannel, forgetEnabled, WEB } from '../embed.store.ts';
import { findVisitorsWithoutChannel } from '../web-channel.store.ts';

type By = Parameters<typeof openBuiltIn>[3];

/** A bot on web sites is a channel of its own: opened when it is switched on, paused when it is switched off. */
export async function keepWebChannel(
  { box }: Pick<EmbedDependencies, 'box'>,
  transaction: AccountTransaction,
  { botId, name }: Pick<EmbedRow, 'botId' | 'name'>,
  config: Pick<EmbedConfig, 'enabled' | 'texts'>,
  by: By,
): Promise<void> {
  const titles = Object.values(config.texts).map(({ title }) => title);
  const channel = {
    kind: WEB,
    externalId: botId,
    botId,
    name,
    displayName: titles.find((title) => title !== '') ?? name,
  };
  if (!config.enabled) return closeBuiltIn(transaction, channel);
  const { id, isNew } = await openBuiltIn(transaction, box, channel, by);
  if (isNew) await adoptVisitors(transaction, id, botId);
}

/** Conversations from before the bot was a channel become the channel's, and their visitors its friends. */
async function adoptVisitors(
  transaction: AccountTransaction,
  channelId: ChannelId,
  botId: BotId,
): Promise<void> {
  const visitors = await findVisitorsWithoutChannel(transaction, botId);
  await contacts.insertFriends(transaction, channelId, visitors);
  await visitorThreads.adoptVisitorThreads(transaction, channelId, botId);
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
        await keepWebChannel(
          { box },
          transaction,
          embed,
          { ...embed.config, enabled: true },
          { userId: null },
        );
      await forgetEnabled(transaction, botId);
    });
  }
}
