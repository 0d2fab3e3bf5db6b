import type { adminPaymentPackages } from '@hanasu/contract/admin-payments';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { PaymentPackage } from '@hanasu/contract/payments';
import { Badge, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useMoney } from '../../../../i18n/use-money.ts';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../../shell/components/Surface.tsx';
import { adminPackagesQuery } from './admin-payments.queries.ts';
import { FailedEvents } from './FailedEvents.tsx';

interface PaymentsTabProps {
  /** Of the failed events. */
  page: number | undefined;
  onPage: (page: number) => void;
}

/** What is sold, by which gateway, and the events of the gateway that failed. */
export function PaymentsTab({ page = 1, onPage }: PaymentsTabProps) {
  const { t } = useWords();
  const ids = { packages: useId(), events: useId() };
  const packages = useQuery(adminPackagesQuery);
  return (
    <Stack gap="xl">
      <Stack component="section" gap="sm" aria-labelledby={ids.packages}>
        <Title order={2} size="h4" id={ids.packages}>
          {t('adminPayments.packages.title')}
        </Title>
        {packages.isError && <ErrorNotice error={packages.error} onRetry={() => void packages.refetch()} />}
        {packages.isPending && <Skeleton height={180} radius="lg" aria-hidden />}
        {packages.data && <Packages {...packages.data} />}
      </Stack>
      <Stack component="section" gap="sm" aria-labelledby={ids.events}>
        <div>
          <Title order={2} size="h4" id={ids.events}>
            {t('adminPayments.events.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('adminPayments.events.text')}
          </Text>
        </div>
        <FailedEvents page={page} onPage={onPage} />
      </Stack>
    </Stack>
  );
}

const GATEWAYS = ['sandbox', 'stripe'] as const;

function Packages({ packages, gateway }: EndpointOutput<typeof adminPaymentPackages>) {
  const { t } = useWords();
  const known = GATEWAYS.find((name) => name === gateway.name);
  return (
    <>
      <Group gap="xs">
        <Text size="sm">
          {t('adminPayments.packages.gateway', {
            name: known ? t(`adminPayments.gateways.${known}`) : gateway.name,
          })}
        </Text>
        <Badge color={gateway.isTest ? 'yellow' : 'green'}>
          {t(gateway.isTest ? 'adminPayments.packages.test' : 'adminPayments.packages.live')}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t('adminPayments.packages.text')} <Code>PAYMENT_PACKAGES</Code>
      </Text>
      {packages.length === 0 ? (
        <Surface>
          <EmptyState
            icon="coins"
            title={t('adminPayments.packages.none')}
            text={t('adminPayments.packages.noneText')}
          />
        </Surface>
      ) : (
        <PackageTable packages={packages} />
      )}
    </>
  );
}

function PackageTable({ packages }: { packages: readonly PaymentPackage[] }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const daysOf = (days: number | null) =>
    days === null
      ? t('adminPayments.packages.noEnd')
      : t('adminPayments.packages.days', { count: days, number: format.number(days) });
  return (
    <DataTable label={t('adminPayments.packages.title')}>
      <thead>
        <tr>
          <th scope="col">{t('adminPayments.packages.name')}</th>
          <th scope="col" data-number>
            {t('adminPayments.packages.tokens')}
          </th>
          <th scope="col" data-number>
            {t('adminPayments.packages.price')}
          </th>
          <th scope="col" data-minor>
            {t('adminPayments.packages.validity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {packages.map(({ id, tokens, prices, days }) => (
          <tr key={id}>
            <td>
              <span className={cellClasses.main}>{id}</span>
              <Text component="span" hiddenFrom="sm" className={cellClasses.sub}>
                {daysOf(days)}
              </Text>
            </td>
            <td data-number>{format.number(tokens)}</td>
            <td data-number>
              {prices.map(({ currency, amount }) => (
                <div key={currency}>{money(amount, currency)}</div>
              ))}
              {prices.length === 0 && '–'}
            </td>
            <td data-minor>{daysOf(days)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
