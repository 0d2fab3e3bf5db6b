import type { ReportedBotView } from '@hanasu/contract/admin';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import { type Database, within } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { deleteReports, hideListing } from '../../../web-chat/public.ts';
import { listReported, type ReportedRow } from '../admin.store.ts';

const view = ({ accountId, accountName, hiddenAt, texts, ...row }: ReportedRow): ReportedBotView => ({
  ...row,
  texts: [...texts],
  account: { uuid: accountId, name: accountName },
  hiddenAt: hiddenAt?.toISOString() ?? null,
});

export const reportedBots = async (database: Database): Promise<ReportedBotView[]> =>
  (await database.system(listReported)).map(view);

/** The owner reads it in their log and on the bot's page; only an administrator shows it again. */
export const hideBot = (database: Database, actor: Actor, botId: BotId, isHidden: boolean): Promise<void> =>
  database.system(async (transaction) => {
    const bot = await hideListing(transaction, botId, isHidden);
    if (!bot) throw new AppError('not_found', 'There is no such public bot');
    if (!isHidden) await deleteReports(transaction, botId);
    await recordAudit(within(transaction, bot.accountId), {
      userId: actor.userId,
      address: actor.address,
      action: isHidden ? 'listing.taken_down' : 'listing.put_back',
      target: bot.title,
      data: { uuid: botId, slug: bot.slug, byAdministrator: true },
    });
  });
