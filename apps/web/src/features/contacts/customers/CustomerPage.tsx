import { type CustomerView, deleteCustomer } from '@hanasu/contract/customers';
import type { CustomerId, SegmentId } from '@hanasu/contract/ids';
import { exportCustomer } from '@hanasu/contract/privacy';
import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CustomerFacts } from '../../../entities/contact/CustomerFacts.tsx';
import { customerQuery } from '../../../entities/contact/customers.queries.ts';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { useCustomerUpdates } from '../../../entities/contact/use-customer-updates.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { MergesOf } from '../merges/MergeParts.tsx';
import { CustomerFriends } from './CustomerFriends.tsx';
import classes from './Customers.module.css';
import { useEraseCustomer, useExportCustomer } from './customers.queries.ts';
import { Timeline } from './Timeline.tsx';
import { useCustomerName } from './use-customer-name.ts';

const WhyIn = lazy(() => import('../segments/WhyIn.tsx').then((module) => ({ default: module.WhyIn })));

/** Everything that is known of one customer: facts left, what happened right. */
export function CustomerPage() {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useCustomerName();
  const { id } = useParams({ from: '/_default/Customer/$id' });
  const { data: customer, error, refetch } = useQuery(customerQuery(id));
  useCustomerUpdates();
  const known = customer && {
    source: t(`customers.sources.${customer.source}`),
    date: format.date(customer.createdAt),
  };
  return (
    <PageFrame
      title={customer ? nameOf(customer) : t('customers.one')}
      purpose={known && t('customers.since', known)}
      actions={
        customer && (
          <>
            <Can endpoint={exportCustomer}>
              <Export customer={customer} />
            </Can>
            <Can endpoint={deleteCustomer}>
              <Erase customer={customer} />
            </Can>
          </>
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!customer && !error && <Skeleton height={320} radius="md" aria-hidden />}
      {customer && (
        <div key={id} className={classes.columns}>
          <div>
            <section className={classes.section}>
              <h2 className={classes.heading}>{t('customers.facts')}</h2>
              <CustomerFacts customer={customer} />
            </section>
            <section className={classes.section}>
              <h2 className={classes.heading}>{t('customers.friends.title')}</h2>
              <CustomerFriends customer={customer} />
            </section>
            <section className={classes.section}>
              <h2 className={classes.heading}>{t('segments.why.title')}</h2>
              <WhySegment uuid={customer.uuid} />
            </section>
          </div>
          <section>
            <MergesOf uuid={customer.uuid} />
            <h2 className={classes.heading}>{t('customers.timeline.title')}</h2>
            <Timeline uuid={id} />
          </section>
        </div>
      )}
    </PageFrame>
  );
}

/** Of any saved segment, why they are in it or not. */
function WhySegment({ uuid }: { uuid: CustomerId }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<SegmentId | null>(null);
  const { data: segments } = useQuery(segmentsQuery);
  const segment = segments?.find((one) => one.uuid === chosen) ?? null;
  return (
    <>
      <SegmentSelect value={chosen} onChange={setChosen} description={t('segments.why.hint')} />
      {segment && (
        <Suspense>
          <WhyIn key={segment.uuid} customer={uuid} definition={segment.definition} segment={segment} />
        </Suspense>
      )}
    </>
  );
}

/** Everything that is known of them, for whoever asks what that is. */
function Export({ customer }: { customer: CustomerView }) {
  const { t } = useWords();
  const { mutate, isPending } = useExportCustomer(customer.uuid);
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('customers.exportOne')}
    </Button>
  );
}

/** For ever, and so after their name was typed. */
function Erase({ customer }: { customer: CustomerView }) {
  const { t } = useWords();
  const nameOf = useCustomerName();
  const navigate = useNavigate();
  const [isAsking, dialog] = useDisclosure(false);
  const erase = useEraseCustomer(customer.uuid);
  const name = nameOf(customer);
  return (
    <>
      <Button variant="default" color="red" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
        {t('customers.erase.open')}
      </Button>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        title={t('customers.erase.title', { name })}
        action={t('customers.erase.open')}
        asksName={name}
        pending={erase.isPending}
        error={erase.error}
        onConfirm={() => erase.mutate(undefined, { onSuccess: () => void navigate({ to: '/Customer' }) })}
      >
        {t('customers.erase.text')}
      </ConfirmDelete>
    </>
  );
}
