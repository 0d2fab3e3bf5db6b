import type { Database } from '../../../platform/database/database.ts';
import { findWithoutApp, joinApp } from '../apps.store.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channel-directory.ts';

interface AdoptDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly onError: (error: unknown) => void;
}

/** At a start: channels that were connected before apps had a webhook of their own get that of theirs. */
export async function adoptApps({
  database,
  adapters,
  directory,
  onError,
}: AdoptDependencies): Promise<void> {
  const kinds = adapters.kinds.filter((kind) => adapters.find(kind, { sandbox: false })?.appWebhook);
  const rows = await database.system((transaction) => findWithoutApp(transaction, kinds));
  for (const { accountId, id, kind } of rows) {
    try {
      const channel = await directory.find(accountId, id);
      const appId = channel?.adapter.appWebhook?.appIdOf(channel.connection.credentials);
      if (appId)
        await database.account(accountId, (transaction) => joinApp(transaction, id, { kind, appId }));
    } catch (error) {
      onError(error);
    }
  }
}
