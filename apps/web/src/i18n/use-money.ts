import type { PaymentCurrency } from '@hanasu/contract/payments';
import { writeMoney } from '@hanasu/contract/write-money';
import { LOCALE_TAGS } from './locales.ts';
import { useWords } from './use-words.ts';

/** Writes amounts, which are in the smallest unit of their currency, in the language in use. */
export function useMoney(): (amount: number, currency: PaymentCurrency) => string {
  const { locale } = useWords();
  return (amount, currency) => writeMoney(LOCALE_TAGS[locale], amount, currency);
}
