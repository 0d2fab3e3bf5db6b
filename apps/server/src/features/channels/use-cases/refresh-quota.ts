import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { ConnectDependencies } from './connect-dependencies.ts';
import { readQuota } from './read-quota.ts';
import { viewOf } from './set-up-webhook.ts';

/** Asks the vendor at once; a channel whose vendor counts nothing is shown as it is. */
export async function refreshQuota(
  dependencies: Pick<ConnectDependencies, 'database' | 'directory' | 'webhookUrl'>,
  { accountId }: Actor,
  id: ChannelId,
): Promise<ChannelView> {
  const { database, directory } = dependencies;
  const channel = await directory.open(accountId, id);
  if (!channel) throw new AppError('not_found', 'There is no such channel');
  const quota = await readQuota(database, channel);
  if (quota?.kind === 'unavailable') throw new AppError('channel_vendor_unreachable', quota.detail);
  return viewOf(dependencies, accountId, id);
}
