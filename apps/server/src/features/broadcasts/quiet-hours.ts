import type { BroadcastSettings } from '@hanasu/contract/broadcast-settings';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { quietUntil } from '../notifications/public.ts';
import { findSettings } from './settings.store.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** When the quiet hours at that moment are over; null: there are none then. */
export const quietEnd = ({ quiet, timeZone }: BroadcastSettings, at: Date): Date | null =>
  quietUntil(quiet && { ...quiet, timeZone, days: EVERY_DAY }, at);

/** When sending goes on that quiet hours hold up now; null: none do. */
export const findQuietEnd = async (transaction: AccountTransaction): Promise<string | null> =>
  quietEnd(await findSettings(transaction), new Date(transaction.now()))?.toISOString() ?? null;
