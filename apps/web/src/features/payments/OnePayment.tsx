import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { PaymentId } from '@hanasu/contract/ids';
import { getPayment } from '@hanasu/contract/payments';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { useIsForbidden } from '../../shell/use-permission.ts';
import { isPlaceOf, type PaymentPlace, placeOf } from './payment-place.ts';
import { paymentQuery } from './payments.queries.ts';

type ShownPayment = EndpointOutput<typeof getPayment>;

interface OnePaymentProps {
  place: PaymentPlace;
  uuid: PaymentId | undefined;
  children: (shown: ShownPayment) => ReactNode;
}

/** A page about one payment. It shows what the gateway says now: a payment that stands elsewhere leads to the page of that. */
export function OnePayment({ place, uuid, children }: OnePaymentProps) {
  const isForbidden = useIsForbidden(getPayment);
  if (isForbidden) return <OwnersOnly />;
  if (uuid === undefined) return <Navigate to="/payment" replace />;
  return (
    <Loaded place={place} uuid={uuid}>
      {children}
    </Loaded>
  );
}

function Loaded({ place, uuid, children }: OnePaymentProps & { uuid: PaymentId }) {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(paymentQuery(uuid));
  if (isApiError(error, 'not_found')) return <NoSuchPayment />;
  if (data && !isPlaceOf(place, data.payment))
    return <Navigate to={placeOf(data.payment)} search={{ payment: uuid }} replace />;
  if (data) return children(data);
  return (
    <PageFrame title={t('payments.title')}>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={260} radius="lg" aria-hidden />
      )}
    </PageFrame>
  );
}

function NoSuchPayment() {
  const { t } = useWords();
  return (
    <PageFrame title={t('payments.title')}>
      <EmptyState
        icon="search-x"
        title={t('payments.notFound')}
        action={
          <Button renderRoot={(props) => <Link to="/payment" {...props} />}>
            {t('payments.toPayments')}
          </Button>
        }
      />
    </PageFrame>
  );
}

function OwnersOnly() {
  const { t } = useWords();
  return (
    <PageFrame title={t('payments.title')}>
      <EmptyState icon="lock" title={t('payments.ownersOnly')} text={t('payments.ownersOnlyText')} />
    </PageFrame>
  );
}
