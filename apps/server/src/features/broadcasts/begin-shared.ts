import type { BroadcastSettings } from '@hanasu/contract/broadcast-settings';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import type { Body } from './compose-body.ts';
import type { QuotaCount } from './quota-count.ts';
import * as store from './recipients.store.ts';
import { findLeftOut } from './settings.store.ts';
import * as calls from './shared-calls.store.ts';
import { unitOf } from './unit-sums.store.ts';

/** Life that a retry key must have left when it is used. */
export const KEY_MARGIN_MS = 60_000;

/** One call for many who get the same. */
export interface SharedCall {
  readonly id: string;
  readonly retryKey: string;
  /** A call before may have arrived. */
  readonly isDoubtful: boolean;
  readonly body: Body;
  readonly unit: string | null;
  /** The vendor's ids. */
  readonly to: readonly string[];
}

/** Most recipients of one call; null: the channel takes each alone. A call is shared where it may be repeated. */
export function recipientsPerCall({ adapter }: OpenChannel, peoplePerHour: number | null): number | null {
  const { limits, capabilities } = adapter.manifest;
  if (!adapter.sendMany || !capabilities.idempotentSend || limits.window) return null;
  const perMinute = peoplePerHour === null ? Number.POSITIVE_INFINITY : Math.floor(peoplePerHour / 60);
  const most = Math.min(limits.recipientsPerSend ?? 1, Math.max(1, perMinute));
  return most > 1 ? most : null;
}

/** The body that all of the variant get; null: each gets their own. */
export const sharedBody = ({ bodies }: store.LaneState, variant: number): Body | null =>
  (bodies[variant] as Body | undefined) ?? null;

/** The same whenever a call is made again: it is a part of the body. */
export const unitFor = ({ isCounted }: store.LaneState, id: store.Lane['broadcastId'], variant: number) =>
  isCounted === true ? unitOf(id, variant) : null;

/** Keeps those who still want it and may have it; the others are skipped. */
export async function withoutLeftOut<One extends { readonly id: string; readonly step?: number }>(
  transaction: AccountTransaction,
  lane: store.Lane,
  { pending, settings }: { readonly pending: readonly One[]; readonly settings: BroadcastSettings },
): Promise<readonly One[]> {
  // Recipients who have got a part get the rest.
  const ids = pending.flatMap(({ id, step = 0 }) => (step === 0 ? [id] : []));
  const leftOut = await findLeftOut(transaction, lane, { ids, settings });
  if (leftOut.length === 0) return pending;
  await store.endRecipients(
    transaction,
    leftOut.map((one) => ({ ...one, state: 'skipped' })),
  );
  const gone = new Set(leftOut.map(({ id }) => id));
  return pending.filter(({ id }) => !gone.has(id));
}

/** Reason why a recipient gets nothing any more, by what has changed since the start. */
export function unreachableBy(one: {
  readonly externalId: string | null;
  readonly isBlocked: boolean;
  readonly isWithdrawn: boolean;
}): 'gone' | 'blocked' | 'no_consent' | null {
  if (one.externalId === null) return 'gone';
  if (one.isBlocked) return 'blocked';
  return one.isWithdrawn ? 'no_consent' : null;
}

interface Place {
  readonly lane: store.Lane;
  readonly state: store.LaneState;
  readonly settings: BroadcastSettings;
  readonly quota: QuotaCount;
}

/** Begins these calls. Recipients who can't have it any more leave them; null: the quota has no room. */
export async function beginShared(
  transaction: AccountTransaction,
  place: Place,
  open: readonly calls.OpenCall[],
): Promise<SharedCall[] | null> {
  const { quota, settings } = place;
  const ids = open.map(({ id }) => id);
  let found = open;
  const paidIn = () => found.reduce((sum, { paid }) => sum + paid, 0);
  const isWhole = found.every(({ unreachable }) => unreachable === 0) && !settings.cap && !settings.tagUuid;
  if (!isWhole || !(await quota.fits(transaction, paidIn()))) {
    if (!(await leaveOut(transaction, place, ids))) return null;
    found = await calls.findCalls(transaction, ids);
    // A friend was deleted between the two statements: the next round reads the calls again.
    if (found.some(({ unreachable }) => unreachable > 0)) return [];
  }
  const begun = found.flatMap((call) => {
    const shared = sharedCall(place, call);
    return shared ? [{ ...shared, paid: call.paid }] : [];
  });
  for (const id of ids) if (!begun.some((call) => call.id === id)) await calls.deleteCall(transaction, id);
  await calls.beginSharedCalls(transaction, begun);
  quota.add(paidIn());
  return begun;
}

/** Takes those out of the calls who can't be reached or want none any more, or have no room; false: there is room for none. */
async function leaveOut(
  transaction: AccountTransaction,
  { lane, settings, quota }: Place,
  ids: readonly string[],
): Promise<boolean> {
  const reachable: calls.CalledRecipient[] = [];
  const unreachable: store.RecipientEnd[] = [];
  for (const one of await calls.findCalled(transaction, ids)) {
    const reason = unreachableBy(one);
    if (reason) unreachable.push({ id: one.id, state: 'skipped', reason });
    else reachable.push(one);
  }
  if (unreachable.length > 0) await store.endRecipients(transaction, unreachable);
  const wanted = await withoutLeftOut(transaction, lane, { pending: reachable, settings });
  const affordable = new Set(await quota.affordable(transaction, wanted));
  if (wanted.length > 0 && affordable.size === 0) return false;
  const others = wanted.flatMap((one) => (affordable.has(one) ? [] : [one.id]));
  if (others.length > 0) await calls.leaveCall(transaction, others);
  return true;
}

/** Null: it has no recipients. */
function sharedCall(
  { lane: { broadcastId }, state }: Pick<Place, 'lane' | 'state'>,
  { id, retryKey, variant, to }: calls.OpenCall,
): SharedCall | null {
  const body = sharedBody(state, variant);
  if (!body || to === '') return null;
  const unit = unitFor(state, broadcastId, variant);
  return { id, retryKey, isDoubtful: false, body, unit, to: to.split('\n') };
}

/**
 * Settles a call that was begun without a known end: it is made again under its key, as long as that is safe. Null: it
 * was settled without a call.
 */
export async function settleShared(
  transaction: AccountTransaction,
  {
    lane,
    state,
    channel,
  }: { readonly lane: store.Lane; readonly state: store.LaneState; readonly channel: OpenChannel },
  call: calls.OpenCall,
): Promise<SharedCall | null> {
  const again = sharedCall({ lane, state }, call);
  // Without one of its recipients it would be another call.
  const isWhole = again?.to.length === call.people;
  const isAlive = call.keyAgeMs < channel.adapter.manifest.limits.retryKeyLifeMs - KEY_MARGIN_MS;
  if (again && isWhole && isAlive && state.state === 'sending') {
    await calls.repeatCall(transaction, call.id);
    return { ...again, isDoubtful: !call.isRefused };
  }
  if (call.isRefused) await calls.restartCall(transaction, call.id);
  else await calls.endCalls(transaction, [{ id: call.id, state: 'unknown', reason: 'no_answer' }]);
  return null;
}
