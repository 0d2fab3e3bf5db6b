import type { PaymentCurrency } from '@hanasu/contract/payments';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';

/** Writes an amount in the smallest unit of its currency: 1100 JPY is ¥1,100, and 799 USD is $7.99. */
export function writeMoney(tag: string, amount: number, currency: PaymentCurrency): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amount / 10 ** digits);
}

/** Writes amounts in the language in use. */
export function useMoney(): (amount: number, currency: PaymentCurrency) => string {
  const { locale } = useWords();
  return (amount, currency) => writeMoney(LOCALE_TAGS[locale], amount, currency);
}
