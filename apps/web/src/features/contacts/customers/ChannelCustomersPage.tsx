import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { CustomersPage } from './CustomersPage.tsx';

/** Customers of one channel: the one that the address names, else the first. */
export function ChannelCustomersPage() {
  const { t } = useWords();
  const search = useSearch({ from: '/_default/Channel/customer' });
  const { data, error, refetch } = useQuery(channelsQuery);
  const first = data?.items[0];
  if (search.channel) return <CustomersPage at="/Channel/customer" search={search} />;
  if (first) return <Navigate to="/Channel/customer" search={{ ...search, channel: first.uuid }} replace />;
  return (
    <PageFrame title={t('customers.ofChannel')} purpose={t('customers.ofChannelPurpose')}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && (
        <EmptyState
          drawing="channel"
          title={t('customers.empty')}
          text={t('customers.emptyNoChannel')}
          action={
            <Button
              leftSection={<Icon name="radio" />}
              renderRoot={(props) => <Link to="/Channel" {...props} />}
            >
              {t('customers.toChannels')}
            </Button>
          }
        />
      )}
    </PageFrame>
  );
}
