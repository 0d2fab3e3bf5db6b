import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { readSettings } from '../domain/read-settings.ts';
import { lockChannels, saveSettings } from '../settings.store.ts';
import { existingSettings, type SettingsDependencies } from './change-settings.ts';

/** Gives other channels of the account the settings of one. All of them or none. */
export async function copySettings(
  { database, directory }: SettingsDependencies,
  actor: Actor,
  from: ChannelId,
  to: readonly ChannelId[],
): Promise<{ changed: number }> {
  const others = [...new Set(to)].filter((id) => id !== from);
  await database.account(actor.accountId, async (transaction) => {
    const source = await existingSettings(transaction, from);
    const channels = await lockChannels(transaction, others);
    const missing = to.findIndex((id) => id !== from && !channels.some((channel) => channel.id === id));
    if (missing >= 0)
      throw AppError.field('validation_failed', `body.channelUuids.${missing}`, 'there is no such channel');
    await saveSettings(transaction, others, readSettings(source));
    for (const { id, name } of channels) {
      await recordAudit(transaction, {
        userId: actor.userId,
        address: actor.address,
        action: 'channel.changed',
        target: name,
        data: { uuid: id, settingsOf: from },
      });
    }
  });
  for (const id of others) directory.forget(id);
  return { changed: others.length };
}
