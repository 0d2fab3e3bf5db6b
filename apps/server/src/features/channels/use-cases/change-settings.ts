import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { checkSettings } from '../domain/check-settings.ts';
import { readSettings } from '../domain/read-settings.ts';
import { findSettings, lockChannels, type SettingsRow, saveSettings } from '../settings.store.ts';

export interface SettingsDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
}

export async function existingSettings(transaction: AccountTransaction, id: ChannelId): Promise<SettingsRow> {
  const row = await findSettings(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such channel');
  return row;
}

/** How a channel behaves from now on. */
export async function changeSettings(
  { database, directory }: SettingsDependencies,
  actor: Actor,
  id: ChannelId,
  settings: ChannelSettings,
): Promise<ChannelSettings> {
  checkSettings(settings, 'body');
  const saved = await database.account(actor.accountId, async (transaction) => {
    await lockChannels(transaction, [id]);
    const before = await existingSettings(transaction, id);
    await saveSettings(transaction, [id], settings);
    const after = await existingSettings(transaction, id);
    const changed = changedParts(readSettings(before), readSettings(after));
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'channel.changed',
      target: after.name,
      data: { uuid: id, settings: changed },
    });
    return readSettings(after);
  });
  directory.forget(id);
  return saved;
}

/** Names of the parts that are not as before; what stands in them may be long. */
const changedParts = (before: ChannelSettings, after: ChannelSettings): string[] => {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(earlier.get(name)))
    .map(([name]) => name);
};
