import type { PaymentView } from '@hanasu/contract/payments';

const PLACES = ['/payment', '/payment/3d-secure', '/payment/success', '/payment/failed'] as const;
export type PaymentPlace = (typeof PLACES)[number];

type Seen = Pick<PaymentView, 'state' | 'actionUrl'>;

/** The page that shows where a payment stands. */
export function placeOf({ state, actionUrl }: Seen): PaymentPlace {
  switch (state) {
    case 'paid':
    case 'refunded':
      return '/payment/success';
    case 'failed':
    case 'canceled':
      return '/payment/failed';
    case 'processing':
      return '/payment/3d-secure';
    default:
      return actionUrl === null ? '/payment' : '/payment/3d-secure';
  }
}

/** Whether a page may show a payment in this state. A card can be chosen until the payment is decided. */
export const isPlaceOf = (place: PaymentPlace, seen: Seen): boolean =>
  placeOf(seen) === place || (place === '/payment' && (seen.state === 'pending' || seen.state === 'failed'));
