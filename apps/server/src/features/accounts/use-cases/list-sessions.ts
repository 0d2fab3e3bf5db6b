import type { SessionItem } from '@hanasu/contract/sessions';
import type { Session } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { deviceOf } from '../devices.ts';
import type { Places } from '../places.ts';
import { listLiveSessions, type StoredSession } from '../sessions.store.ts';

/** Where a person is signed in: this session first, then the last seen. */
export async function listSessions(
  { database }: AccountsDependencies,
  places: Places,
  { sessionId, userId }: Session,
): Promise<{ items: SessionItem[] }> {
  const rows = await database.system((transaction) => listLiveSessions(transaction, userId, sessionId));
  const view = async (row: StoredSession): Promise<SessionItem> => ({
    uuid: row.id,
    device: deviceOf(row.userAgent),
    place: { address: row.address, country: await places.countryOf(row.address) },
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    current: row.id === sessionId,
  });
  return { items: await Promise.all(rows.map(view)) };
}
