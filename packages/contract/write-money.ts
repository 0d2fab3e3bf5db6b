import type { PaymentCurrency } from './payments.ts';

/**
 * Writes an amount in the smallest unit of its currency: 1100 JPY is ¥1,100, and 799 USD is $7.99. `tag`: the language, by
 * BCP 47.
 */
export function writeMoney(tag: string, amount: number, currency: PaymentCurrency): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
}
