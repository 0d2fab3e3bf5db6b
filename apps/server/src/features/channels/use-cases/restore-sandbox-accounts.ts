import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import type { Database } from '../../../platform/database/database.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { findSandboxes } from '../channels.store.ts';
import type { WebhookUrl } from './connect-dependencies.ts';

/** After a start the fake vendors know no accounts: those of the connected sandbox channels are put back. */
export async function restoreSandboxAccounts(
  database: Database,
  directory: ChannelDirectory,
  vendors: ReadonlyMap<string, SandboxVendor>,
  webhookUrl: WebhookUrl,
): Promise<void> {
  for (const row of await database.system(findSandboxes)) {
    const channel = await directory.find(row.accountId, row.id);
    const url = webhookUrl(row.accountId, row.id, { sandbox: true });
    if (channel && !channel.isUnreadable)
      vendors.get(row.kind)?.restoreAccount(channel.connection.credentials, row.name, url);
  }
}
