import type { PaymentCurrency } from '@hanasu/contract/payments';

/** Currencies in which packages are sold, and how many digits of each stand behind the point (ISO 4217). */
const DIGITS = { JPY: 0, VND: 0, USD: 2 } as const satisfies Record<PaymentCurrency, number>;
export type Currency = PaymentCurrency;

export const isCurrency = (text: string): text is Currency => Object.hasOwn(DIGITS, text);

/** The tax that a price contains; `rate` in percent. Rounded down, once for each rate of a receipt. */
export const taxWithin = (total: number, rate: number): number => Math.floor((total * rate) / (100 + rate));
