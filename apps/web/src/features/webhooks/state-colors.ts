import type { WebHookDeliveryView } from '@hanasu/contract/web-hooks';

export const STATE_COLORS = {
  pending: 'blue',
  delivered: 'green',
  failed: 'red',
  /** Failed so far. */
  again: 'yellow',
} as const satisfies Record<WebHookDeliveryView['state'] | 'again', string>;
