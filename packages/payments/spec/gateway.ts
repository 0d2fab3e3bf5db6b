import type { PAYMENT_FAILURES } from '@hanasu/contract/payments';
import type { Currency } from './money.ts';

/** Who takes the money. Whatever it does, the outcome says whether it has certainly happened, certainly not, or nobody knows. */
export interface PaymentGateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /** A payment that can be confirmed. The same key gives the same payment, however often it is asked. */
  create(request: NewPayment): Promise<Outcome<CreatedPayment>>;
  /** Only with `capabilities.confirm` `server`: tries a card. */
  confirm?(id: string, choice: CardChoice): Promise<Outcome<GatewayPayment>>;
  /** As it is there now: the only thing that decides what a payment is worth. */
  read(id: string): Promise<Outcome<GatewayPayment>>;
  /** Nobody can pay it any more. A payment that has succeeded is refused. */
  cancel(id: string, key: string): Promise<Outcome<GatewayPayment>>;
  refund(request: RefundRequest): Promise<Outcome<GatewayPayment>>;
  /** What the vendor says by itself, with the signature checked over the bytes that came. */
  readEvent(headers: Readonly<Record<string, string | undefined>>, body: Uint8Array): ReadEvent;
}

export interface GatewayCapabilities {
  /** `browser`: the vendor's script takes the card, no number reaches our server. */
  readonly confirm: 'browser' | 'server';
  readonly currencies: readonly Currency[];
  /** The money is not real. */
  readonly isTest: boolean;
}

export interface NewPayment {
  /** Ours: comes back with everything that the vendor says of it. */
  readonly paymentId: string;
  readonly accountId: string;
  /** In the smallest unit of the currency; whole, above 0. */
  readonly amount: number;
  readonly currency: Currency;
  readonly description: string;
  /** Fixed before the first call. */
  readonly key: string;
}

export interface CreatedPayment {
  /** The vendor's. */
  readonly id: string;
  /** For the browser of whoever pays; it opens this payment alone. Null with `confirm` `server`. */
  readonly clientSecret: string | null;
}

export interface CardChoice {
  /** One that the gateway offers: no real card. */
  readonly card: string;
  /** Where the 3-D Secure page leads back to. */
  readonly returnUrl: string;
}

export interface RefundRequest {
  readonly id: string;
  /** In the smallest unit; no more than what is left. */
  readonly amount: number;
  readonly key: string;
}

/** A lost or stolen card is `declined`: whoever holds it is not told. */
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/** `open`: a card is to be chosen, also after one was refused. `action`: whoever pays has to confirm at `actionUrl`. */
export type GatewayStatus = 'open' | 'action' | 'processing' | 'succeeded' | 'canceled';

/** `open`: the holder of the card wants the money back, and nobody has decided. */
export type DisputeState = 'none' | 'open' | 'won' | 'lost';

export interface GatewayPayment {
  readonly id: string;
  readonly paymentId: string;
  readonly accountId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: GatewayStatus;
  readonly failure: PaymentFailure | null;
  /** Null: the vendor's script does what is to be done, or there is nothing. */
  readonly actionUrl: string | null;
  /** In the smallest unit. */
  readonly refunded: number;
  readonly dispute: DisputeState;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly isTest: boolean;
}

export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** Certainly not. `code`: the vendor's. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  /** It may have happened: ask again under the same key. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type ReadEvent =
  | {
      readonly kind: 'event';
      readonly id: string;
      readonly type: string;
      /** The vendor's id of the payment that it is about; null: it is about none. */
      readonly payment: string | null;
      readonly isTest: boolean;
    }
  /** `old`: signed too long ago or too far ahead, by the clock of this server. */
  | { readonly kind: 'refused'; readonly reason: 'unsigned' | 'wrong_signature' | 'old' | 'malformed' };
