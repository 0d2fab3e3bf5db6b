import { type Duplicates, keepApart, mergeCustomers } from '@hanasu/contract/customer-merges';
import { Button, Drawer, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { useCustomerName } from '../customers/use-customer-name.ts';
import { MergeDialog } from './MergeDialog.tsx';
import classes from './Merges.module.css';
import { duplicatesQuery, useKeepApart } from './merges.queries.ts';

/** Customers who may be one person, to be looked at pair by pair. */
export function DuplicatesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(duplicatesQuery(null));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={t('merges.duplicates.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Text size="sm" mb="sm">
        {t('merges.duplicates.text')}
      </Text>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} radius="md" aria-hidden />}
      {data?.items.length === 0 && (
        <EmptyState icon="users" title={t('merges.duplicates.none')} text={t('merges.duplicates.noneText')} />
      )}
      <ul className={classes.pairs}>
        {data?.items.map((pair) => (
          <li key={pair.customers.map(({ uuid }) => uuid).join()}>
            <DuplicatePair pair={pair} />
          </li>
        ))}
      </ul>
      {data && data.total > data.items.length && (
        <Text size="sm" c="dimmed">
          {t('merges.duplicates.more', { count: data.total - data.items.length })}
        </Text>
      )}
    </Drawer>
  );
}

/** Why two may be one, with what can be done about it. */
export function DuplicatePair({ pair }: { pair: Duplicates }) {
  const { t } = useWords();
  const nameOf = useCustomerName();
  const [isComparing, setComparing] = useState(false);
  const { phoneOf } = useFriendFacts();
  const apart = useKeepApart();
  const [one, other] = pair.customers;
  const uuids: [typeof one.uuid, typeof one.uuid] = [one.uuid, other.uuid];
  return (
    <div className={classes.pair}>
      <strong>{t('merges.duplicates.both', { one: nameOf(one), other: nameOf(other) })}</strong>
      <span className={classes.sub}>
        {pair.same
          .map(({ kind, value }) =>
            t(`merges.duplicates.same.${kind}`, { value: kind === 'phone' ? phoneOf(value) : value }),
          )
          .join(' · ')}
      </span>
      <Can endpoint={mergeCustomers}>
        <Group gap="xs">
          <Button size="compact-md" onClick={() => setComparing(true)}>
            {t('merges.duplicates.compare')}
          </Button>
          <Can endpoint={keepApart}>
            <Button
              size="compact-md"
              variant="default"
              loading={apart.isPending}
              onClick={() => apart.mutate(uuids)}
            >
              {t('merges.duplicates.apart')}
            </Button>
          </Can>
        </Group>
      </Can>
      {isComparing && <MergeDialog pair={pair.customers} onClose={() => setComparing(false)} />}
    </div>
  );
}
