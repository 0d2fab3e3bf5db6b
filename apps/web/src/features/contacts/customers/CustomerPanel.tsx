import type { CustomerId } from '@hanasu/contract/ids';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CustomerFacts } from '../../../entities/contact/CustomerFacts.tsx';
import { customerQuery } from '../../../entities/contact/customers.queries.ts';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { CustomerFriends } from './CustomerFriends.tsx';
import classes from './Customers.module.css';
import type { CustomerFilter } from './customers.queries.ts';
import { useCustomerName } from './use-customer-name.ts';

const WhyIn = lazy(() => import('../segments/WhyIn.tsx').then((module) => ({ default: module.WhyIn })));

interface CustomerPanelProps {
  uuid: CustomerId | undefined;
  /** Of the table: of its segment the panel says why the customer is in it. */
  filter: CustomerFilter;
  onClose: () => void;
}

/** One customer, beside the table. */
export function CustomerPanel({ uuid, filter, onClose }: CustomerPanelProps) {
  const { t } = useWords();
  return (
    <Drawer
      opened={uuid !== undefined}
      onClose={onClose}
      position="right"
      size={460}
      title={t('customers.one')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {uuid && <Content key={uuid} uuid={uuid} filter={filter} />}
    </Drawer>
  );
}

/** Of the saved segment, or of the conditions that were only given. */
function Why({ uuid, filter }: { uuid: CustomerId; filter: CustomerFilter }) {
  const { data: segments } = useQuery(segmentsQuery);
  const segment = segments?.find((one) => one.uuid === filter.segmentUuid) ?? null;
  const definition = segment?.definition ?? filter.segment;
  if (!definition) return null;
  return (
    <Suspense>
      <WhyIn customer={uuid} definition={definition} segment={segment} />
    </Suspense>
  );
}

function Content({ uuid, filter }: { uuid: CustomerId; filter: CustomerFilter }) {
  const { t } = useWords();
  const nameOf = useCustomerName();
  const { data: customer, error, refetch } = useQuery(customerQuery(uuid));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!customer) return <Skeleton height={320} radius="md" aria-hidden />;
  return (
    <>
      <div className={classes.person}>
        <FriendFace name={customer.name} pictureUrl={customer.friends[0]?.pictureUrl ?? null} size={48} />
        <div>
          <strong>{nameOf(customer)}</strong>
          <Button
            size="compact-sm"
            variant="subtle"
            ml={-8}
            rightSection={<Icon name="arrow-right" size={13} />}
            renderRoot={(props) => <Link to="/Customer/$id" params={{ id: uuid }} {...props} />}
          >
            {t('customers.profile')}
          </Button>
        </div>
      </div>
      <Why uuid={uuid} filter={filter} />
      <div className={classes.section}>
        <CustomerFacts customer={customer} />
      </div>
      <section className={classes.section}>
        <h3 className={classes.heading}>{t('customers.friends.title')}</h3>
        <CustomerFriends customer={customer} />
      </section>
    </>
  );
}
