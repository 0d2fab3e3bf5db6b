import type { EmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type EmbedRow, findOwnEmbed } from '../embed.store.ts';

export async function ownEmbed(transaction: AccountTransaction, botId: BotId): Promise<EmbedRow> {
  const embed = await findOwnEmbed(transaction, botId);
  if (!embed) throw new AppError('not_found', 'There is no such bot');
  return embed;
}

export const embedSetting = (embed: EmbedRow, publicUrl: string): EmbedSetting => ({
  ...embed.config,
  botUuid: embed.botId,
  hasIdentitySecret: embed.identitySecret !== null,
  baseUrl: publicUrl,
});
