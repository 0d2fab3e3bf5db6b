import {
  changeBroadcastSettings,
  getBroadcastSettings,
  subscriptionForm,
} from '@hanasu/contract/broadcast-settings';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { recordAudit } from '../accounts/public.ts';
import { findSettings, isTagInUse, lockSettings, makeLanesDue, saveSettings } from './settings.store.ts';

/** Routes of the settings for all broadcasts of an account. */
export function addSettingsRoutes(
  implement: Implement,
  {
    database,
    notify,
  }: { readonly database: Database /** There may be something to send. */; readonly notify: () => void },
): void {
  implement(getBroadcastSettings, (_, { session }) => database.account(session.accountId, findSettings));
  implement(changeBroadcastSettings, async ({ body }, { session }) => {
    const changed = await database.account(session.accountId, async (transaction) => {
      await lockSettings(transaction);
      const { timeZone, ...before } = await findSettings(transaction);
      const next = { ...before, ...body };
      if (body.tagUuid && !(await isTagInUse(transaction, body.tagUuid)))
        throw AppError.field('validation_failed', 'body.tagUuid', 'There is no such tag');
      if (next.unsubscribeWords.length > 0 && next.resumeWords.length === 0)
        throw AppError.field(
          'validation_failed',
          'body.resumeWords',
          'Name a word by which people come back',
        );
      const leaving = new Set(next.unsubscribeWords.map(subscriptionForm));
      if (next.resumeWords.some((word) => leaving.has(subscriptionForm(word))))
        throw AppError.field('validation_failed', 'body.resumeWords', 'A word can do one of both');
      await saveSettings(transaction, next);
      await recordAudit(transaction, {
        userId: session.userId,
        action: 'broadcast.settings_changed',
        target: session.accountId,
        data: { changed: Object.keys(body) },
        address: session.address,
      });
      if (body.quiet !== undefined) await makeLanesDue(transaction);
      return { ...next, timeZone };
    });
    if (body.quiet !== undefined) notify();
    return changed;
  });
}
