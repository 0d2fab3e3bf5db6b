import type { WebHookDeliveryView, WebHookView } from '@hanasu/contract/web-hooks';
import type { DeliveryRow } from '../deliveries.store.ts';
import type { WebHookRow } from '../web-hooks.store.ts';

export const hookView = ({ id, lastState, lastAt, createdAt, ...row }: WebHookRow): WebHookView => ({
  uuid: id,
  ...row,
  last: lastState && lastAt ? { state: lastState, time: lastAt.toISOString() } : null,
  createdAt: createdAt.toISOString(),
});

export const deliveryView = (row: DeliveryRow): WebHookDeliveryView => ({
  uuid: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'pending' ? row.nextAttemptAt.toISOString() : null,
  status: row.status,
  detail: row.detail,
  payload: row.payload,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
