import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ChannelId } from '@hanasu/contract/ids';
import type { linkNotifyChannel } from '@hanasu/contract/notify';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { hashOfCode, newLinkCode } from '../domain/link-code.ts';
import { deleteLink, listLinkable, storeCode } from '../links.store.ts';
import type { NotifyDependencies } from './dependencies.ts';
import { isLinkable } from './read-notify.ts';

const LIFE_MS = 15 * 60_000;

export async function linkChannel(
  dependencies: NotifyDependencies,
  { accountId, userId }: Session,
  channelId: ChannelId,
): Promise<EndpointOutput<typeof linkNotifyChannel>> {
  const code = newLinkCode();
  const expiresAt = new Date(dependencies.database.now() + LIFE_MS);
  await dependencies.database.account(accountId, async (transaction) => {
    const channels = await listLinkable(transaction, userId);
    const channel = channels.find(({ channelUuid }) => channelUuid === channelId);
    if (!channel || !isLinkable(dependencies, channel)) {
      throw new AppError('not_found', 'There is no such channel');
    }
    await storeCode(transaction, { userId, channelId, hash: hashOfCode(accountId, code), expiresAt });
  });
  return { code, expiresAt: expiresAt.toISOString() };
}

/** Also what was never linked: it is not linked afterwards. */
export async function unlinkChannel(
  { database }: NotifyDependencies,
  { accountId, userId }: Session,
  channelId: ChannelId,
): Promise<void> {
  const wasThere = await database.account(accountId, (transaction) =>
    deleteLink(transaction, userId, channelId),
  );
  if (!wasThere) throw new AppError('not_found', 'This channel is not linked');
}
