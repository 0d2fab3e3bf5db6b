import {
  createPayment,
  listPayments,
  PAYMENT_CURRENCIES,
  type PaymentCurrency,
  type PaymentPackage,
} from '@hanasu/contract/payments';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useMoney } from '../../i18n/use-money.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can, ViewOnlyNotice } from '../../shell/components/Can.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Stat, Stats } from '../../shell/components/Stats.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { balanceQuery } from '../../shell/shell.queries.ts';
import { EditBillingDetails } from './EditBillingDetails.tsx';
import { TestNotice } from './PaymentFacts.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';
import classes from './Payments.module.css';
import { placeOf } from './payment-place.ts';
import { packagesQuery, useBeginPayment } from './payments.queries.ts';

/** Shows what can be bought, and the payments so far. */
export function ChoosePackage() {
  const { t } = useWords();
  const format = useFormat();
  const { data, error, refetch } = useQuery(packagesQuery);
  const { data: balance } = useQuery(balanceQuery);
  const isOffered = data !== undefined && data.gateway !== null && data.packages.length > 0;
  return (
    <PageFrame title={t('payments.title')} purpose={t('payments.purpose')}>
      {balance && (
        <Stats>
          <Stat label={t('payments.balance')} value={format.number(balance.balance)} />
        </Stats>
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} radius="lg" aria-hidden />}
      {data && !isOffered && (
        <EmptyState icon="coins" title={t('payments.nothingSold')} text={t('payments.nothingSoldText')} />
      )}
      {data && isOffered && <Offers packages={data.packages} isTest={data.gateway?.isTest ?? false} />}
      <Can endpoint={listPayments}>
        <PaymentHistory />
      </Can>
    </PageFrame>
  );
}

const LOCAL: Record<string, PaymentCurrency> = { ja: 'JPY', vi: 'VND', en: 'USD' };

interface OffersProps {
  packages: readonly PaymentPackage[];
  isTest: boolean;
}

function Offers({ packages, isTest }: OffersProps) {
  const { t, locale } = useWords();
  const navigate = useNavigate({ from: '/payment/' });
  const search = useSearch({ from: '/_default/payment/' });
  const begin = useBeginPayment();
  const chosen = search.package ?? '';
  const currencies = PAYMENT_CURRENCIES.filter((currency) => packages.some((one) => priceIn(one, currency)));
  const currency =
    currencies.find((one) => one === search.currency) ??
    currencies.find((one) => one === LOCAL[locale]) ??
    currencies[0] ??
    'JPY';
  const offered = packages.filter((one) => priceIn(one, currency));
  const packageId = offered.some(({ id }) => id === chosen) ? chosen : (offered[0]?.id ?? '');
  const run = async () => {
    const { payment } = await begin.mutateAsync({ packageId, currency });
    await navigate({ to: placeOf(payment), search: { payment: payment.uuid } });
  };
  return (
    <form
      className={classes.step}
      data-wide
      onSubmit={(event) => {
        event.preventDefault();
        run().catch(() => undefined);
      }}
    >
      {isTest && <TestNotice />}
      {currencies.length > 1 && (
        <SegmentedControl
          aria-label={t('payments.currency')}
          className={classes.currencies ?? ''}
          value={currency}
          data={currencies.map((one) => ({ value: one, label: one }))}
          onChange={(value) =>
            void navigate({
              search: (old) => ({ ...old, currency: currencies.find((one) => one === value) }),
              replace: true,
            })
          }
        />
      )}
      <fieldset className={classes.offers}>
        <legend className={classes.legend}>{t('payments.packages')}</legend>
        {offered.map((offer) => (
          <Offer
            key={offer.id}
            offer={offer}
            currency={currency}
            isChosen={offer.id === packageId}
            onChoose={() =>
              void navigate({
                search: (old) => ({ ...old, package: offer.id }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        ))}
      </fieldset>
      <Can endpoint={createPayment} otherwise={<OwnersBuy />}>
        <EditBillingDetails />
        <Button type="submit" size="md" loading={begin.isPending} className={classes.main ?? ''}>
          {t('payments.continue')}
        </Button>
      </Can>
    </form>
  );
}

const OwnersBuy = () => {
  const { t } = useWords();
  return (
    <>
      <ViewOnlyNotice />
      <p className={classes.note}>{t('payments.ownersOnlyText')}</p>
    </>
  );
};

const priceIn = ({ prices }: PaymentPackage, wanted: PaymentCurrency) =>
  prices.find(({ currency }) => currency === wanted);

const MILLION = 1_000_000;

interface OfferProps {
  offer: PaymentPackage;
  currency: PaymentCurrency;
  isChosen: boolean;
  onChoose: () => void;
}

function Offer({ offer, currency, isChosen, onChoose }: OfferProps) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const id = useId();
  const price = priceIn(offer, currency);
  if (!price) return null;
  const { amount, tax, taxRate } = price;
  const notes = [
    ...(tax > 0 ? [t('payments.withTax', { rate: format.decimal(taxRate), tax: money(tax, currency) })] : []),
    t('payments.perMillion', { price: money(Math.round((amount * MILLION) / offer.tokens), currency) }),
    offer.days === null ? t('payments.noEnd') : t('payments.days', { count: offer.days }),
  ];
  return (
    <label className={classes.offer} data-chosen={isChosen || undefined} htmlFor={id}>
      <input id={id} type="radio" name="package" value={offer.id} checked={isChosen} onChange={onChoose} />
      <span className={classes.tokens}>{t('payments.tokens', { number: format.number(offer.tokens) })}</span>
      <strong className={classes.price}>{money(amount, currency)}</strong>
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
      {isChosen && <Icon name="check" size={16} />}
    </label>
  );
}
