import { createHmac } from 'node:crypto';
import type { ReportReason } from '@hanasu/contract/gallery';
import { AppError } from '../../../../platform/app-error.ts';
import { tryKey, useUp } from '../../../../platform/database/use-up.ts';
import { sourceOf } from '../../../../platform/http/source-of.ts';
import { newId } from '../../../../platform/ids.ts';
import type { GalleryDependencies } from '../dependencies.ts';
import { insertReport } from '../gallery.store.ts';
import { shownBot } from './shown-bot.ts';

const ONCE_A_DAY = { times: 1, seconds: 24 * 60 * 60 };

/** Once a day from one address for each bot. */
export const reportPublicBot = (
  { database, reporterKey }: Pick<GalleryDependencies, 'database' | 'reporterKey'>,
  slug: string,
  report: { readonly reason: ReportReason; readonly text: string },
  address: string,
): Promise<void> =>
  database.system(async (transaction) => {
    const { botId } = await shownBot(transaction, slug);
    const reporter = createHmac('sha256', reporterKey).update(sourceOf(address)).digest();
    const used = await useUp(transaction, tryKey('report', botId, reporter.toString('hex')), ONCE_A_DAY);
    if (used > 0) throw new AppError('reported_already', 'This bot was reported from here within a day');
    await insertReport(transaction, { ...report, botId, id: newId(), reporter });
  });
