import type { PAYMENT_FAILURES } from '@hanasu/contract/payments';
import type { Currency } from './money.ts';

/** Payment vendor. Each outcome says whether a call certainly took effect, certainly did not, or may have. */
export interface PaymentGateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /** A payment that can be confirmed. The same key gives the same payment, however often it is asked. */
  create(request: NewPayment): Promise<Outcome<CreatedPayment>>;
  /** Tries a card; only with `capabilities.confirm` `server`. */
  confirm?(id: string, choice: CardChoice): Promise<Outcome<GatewayPayment>>;
  /** Reads the vendor's current state: the only thing that decides what a payment is worth. */
  read(id: string): Promise<Outcome<GatewayPayment>>;
  /** Closes a payment, which can't be paid any more. A payment that has succeeded is refused. */
  cancel(id: string, key: string): Promise<Outcome<GatewayPayment>>;
  refund(request: RefundRequest): Promise<Outcome<GatewayPayment>>;
  /** Reads an event that the vendor sent, with the signature checked over the bytes that came. */
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
  /** Amount in the smallest unit of the currency; whole, above 0. */
  readonly amount: number;
  readonly currency: Currency;
  readonly description: string;
  /** Fixed before the first call. */
  readonly key: string;
}

export interface CreatedPayment {
  /** The vendor's. */
  readonly id: string;
  /** Secret for the payer's browser; it opens this payment alone. Null with `confirm` `server`. */
  readonly clientSecret: string | null;
}

export interface CardChoice {
  /** Name of a card that the gateway offers: no real card. */
  readonly card: string;
  /** Address that the 3-D Secure page leads back to. */
  readonly returnUrl: string;
}

export interface RefundRequest {
  readonly id: string;
  /** Amount in the smallest unit; no more than what is left. */
  readonly amount: number;
  readonly key: string;
}

/** A lost or stolen card is `declined`: its user does not learn the reason. */
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/** `open`: a card is to be chosen, also after one was refused. `action`: the payer has to confirm at `actionUrl`. */
export type GatewayStatus = 'open' | 'action' | 'processing' | 'succeeded' | 'canceled';

/** `open`: the holder of the card wants the money back, and the dispute is undecided. */
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
  /** Amount given back, in the smallest unit. */
  readonly refunded: number;
  readonly dispute: DisputeState;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly isTest: boolean;
}

export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The call certainly did not take effect. `code`: the vendor's. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  /** The call may have taken effect: ask again under the same key. */
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
