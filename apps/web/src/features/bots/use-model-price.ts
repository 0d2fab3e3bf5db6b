import type { ServiceView } from '@hanasu/contract/services';
import { useFormat, useWords } from '../../i18n/use-words.ts';

const keyWords = ({ refused, price }: NonNullable<ServiceView['key']>) => {
  if (refused) return 'bots.ownKeyRefused' as const;
  return price ? ('bots.ownKey' as const) : ('bots.ownKeyUnknown' as const);
};

const moneyWords = ({ price }: NonNullable<ServiceView['key']>, money: (micros: number) => string) => ({
  input: money((price?.input ?? 0) * 1_000_000),
  output: money((price?.output ?? 0) * 1_000_000),
});

/** What a model costs: `inTokens` of the account, or in `money` where calls are made with a key of its own. */
export function useModelPrice() {
  const { t } = useWords();
  const format = useFormat();
  const inTokens = ({ rates: { input, output } }: Pick<ServiceView, 'rates'>): string =>
    input + output === 0
      ? t('bots.free')
      : t('bots.rates', { input: format.decimal(input), output: format.decimal(output) });
  const inMoney = (key: NonNullable<ServiceView['key']>): string =>
    t(keyWords(key), moneyWords(key, format.money));
  return {
    inTokens,
    inMoney,
    /** Of one of `services`; undefined when it is none. */
    priceOf: (services: readonly ServiceView[], uuid: string): string | undefined => {
      const service = services.find((one) => one.uuid === uuid);
      return service && (service.key ? inMoney(service.key) : inTokens(service));
    },
  };
}
