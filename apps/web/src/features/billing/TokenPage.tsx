import { listApiKeys } from '@hanasu/contract/api-keys';
import { type LedgerEntryView, tokenHistory } from '@hanasu/contract/billing';
import type { BotId } from '@hanasu/contract/ids';
import { createPayment } from '@hanasu/contract/payments';
import { Alert, Button, Group, Select, Skeleton, Stack, Tabs } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Stat, Stats } from '../../shell/components/Stats.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { useRowsMark } from '../../shell/mark-rows.ts';
import { isId } from '../../shell/search-params.ts';
import { useConfirmEmail } from '../../shell/session/use-confirm-email.ts';
import { meQuery, servicesQuery } from '../../shell/shell.queries.ts';
import { useModelName } from '../../shell/use-model-name.ts';
import { usePermission } from '../../shell/use-permission.ts';
import { TOKEN_TABS, type TokenTab } from './token-tabs.ts';

const ICONS = { usage: 'coins', keys: 'key-round', hooks: 'plug' } as const satisfies Record<
  TokenTab,
  IconName
>;

/** Parts of other features; the route brings them in. */
interface TokenPageProps {
  KeysTab: ComponentType;
  HooksTab: ComponentType;
}

/** What tokens went into, and what programs of the customer use. */
export function TokenPage({ KeysTab, HooksTab }: TokenPageProps) {
  const { t } = useWords();
  const { tab: asked = 'usage' } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const { isPending } = useQuery(meQuery);
  const mayUseKeys = usePermission(listApiKeys);
  const tabs = mayUseKeys ? TOKEN_TABS : (['usage'] as const);
  const tab = tabs.find((name) => name === asked) ?? 'usage';
  const Content = { usage: UsageTab, keys: KeysTab, hooks: HooksTab }[tab];
  const isUnknown = isPending && asked !== 'usage';
  return (
    <PageFrame
      title={t('billing.title')}
      purpose={t('billing.purpose')}
      actions={
        <Can endpoint={createPayment}>
          <Button
            leftSection={<Icon name="credit-card" />}
            renderRoot={(props) => <Link to="/payment" {...props} />}
          >
            {t('billing.buy')}
          </Button>
        </Can>
      }
    >
      {isUnknown && <Skeleton height={320} radius="lg" aria-hidden />}
      {!isUnknown && tabs.length === 1 && <Content />}
      {!isUnknown && tabs.length > 1 && (
        <Tabs
          value={tab}
          onChange={(value) =>
            void navigate({ search: { tab: TOKEN_TABS.find((name) => name === value) }, replace: true })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={t('billing.parts')} mb="lg">
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name} leftSection={<Icon name={ICONS[name]} />}>
                {t(`billing.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => (
            <Tabs.Panel key={name} value={name}>
              <Suspense fallback={<Skeleton height={320} radius="lg" aria-hidden />}>
                {name === tab && <Content />}
              </Suspense>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </PageFrame>
  );
}

/** Why the balance is not yet all that a new account gets, and what brings the rest. */
function WithheldNotice({ tokens }: { tokens: number }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: user } = useQuery(meQuery);
  const { send, isSending } = useConfirmEmail();
  const isOwner = user?.role === 'owner';
  return (
    <Alert variant="light" icon={<Icon name="info" />}>
      <Group justify="space-between">
        {t(isOwner ? 'billing.withheld' : 'billing.withheldByOwner', { tokens: format.number(tokens) })}
        {isOwner && user.email && (
          <Button size="xs" variant="default" loading={isSending} onClick={send}>
            {t('session.confirm.again')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** The balance and what it was spent on. */
function UsageTab() {
  const { t } = useWords();
  const format = useFormat();
  const { page = 1, bot, from, tests } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const botUuid = isId<BotId>(bot) ? bot : undefined;
  const history = useQuery(historyQuery({ page, botUuid, from, tests }));
  const { data: bots } = useQuery(botsQuery());
  const data = history.data;
  useRowsMark(data !== undefined);
  return (
    <Stack gap="lg">
      {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <Skeleton height={300} radius="lg" aria-hidden />}
      {data && data.withheld > 0 && <WithheldNotice tokens={data.withheld} />}
      {data && (
        <Stats>
          <Stat
            label={t('billing.balance')}
            value={format.number(data.balance)}
            note={data.reserved ? t('billing.reserved', { tokens: format.number(data.reserved) }) : undefined}
          />
          <Stat label={t('billing.today')} value={format.number(data.spent.today)} />
          <Stat label={t('billing.month')} value={format.number(data.spent.month)} />
          {(from || tests === false) && (
            <Stat
              label={from ? t('billing.since', { date: format.date(from) }) : t('billing.listed')}
              value={format.number(data.spent.listed)}
              note={tests === false ? t('billing.withoutTests') : undefined}
            />
          )}
        </Stats>
      )}
      {data && (
        <Stack gap="sm">
          <Group justify="space-between">
            <h2 style={{ fontSize: 15, fontWeight: 600, margin: 0 }}>{t('billing.history')}</h2>
            {(from || tests === false) && (
              <Button
                variant="default"
                size="xs"
                rightSection={<Icon name="x" size={14} />}
                renderRoot={(props) => (
                  <Link to="/Token" search={{ bot }} aria-label={t('billing.all')} {...props} />
                )}
              >
                {from ? t('billing.since', { date: format.date(from) }) : t('billing.withoutTests')}
              </Button>
            )}
            {bots && bots.items.length > 1 && (
              <Select
                aria-label={t('billing.filterBot')}
                placeholder={t('billing.allBots')}
                data={bots.items.map(({ uuid, name }) => ({ value: uuid, label: name }))}
                value={botUuid ?? null}
                onChange={(value) =>
                  void navigate({ search: (old) => ({ ...old, page: undefined, bot: value ?? undefined }) })
                }
                clearable
                clearButtonProps={{ 'aria-label': t('billing.allBots') }}
                w={220}
              />
            )}
          </Group>
          {data.items.length === 0 ? (
            <EmptyState icon="coins" title={t('billing.empty')} text={t('billing.emptyText')} />
          ) : (
            <HistoryTable items={data.items} />
          )}
          <Pager
            page={page}
            pageSize={HISTORY_PAGE_SIZE}
            total={data.total}
            label={t('billing.pages')}
            onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
          />
        </Stack>
      )}
    </Stack>
  );
}

function HistoryTable({ items }: { items: readonly LedgerEntryView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('billing.history')}>
      <thead>
        <tr>
          <th scope="col">{t('billing.time')}</th>
          <th scope="col">{t('billing.what')}</th>
          <th scope="col" data-minor>
            {t('billing.model')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.readWritten')}
          </th>
          <th scope="col" data-number>
            {t('billing.tokens')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <HistoryRow key={entry.uuid} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  );
}

function HistoryRow({ entry }: { entry: LedgerEntryView }) {
  const { t } = useWords();
  const format = useFormat();
  const modelOf = useCataloguedName();
  const isCall = entry.kind === 'call';
  const moneyOf = (micros: number | null): string =>
    micros === null ? t('modelKeys.unknown') : format.money(micros);
  const channel = entry.channel === 'chat' ? t('billing.chatPage') : entry.channel;
  return (
    <tr>
      <td title={format.dateTime(entry.time)}>{format.ago(entry.time)}</td>
      <td>
        {entry.bot ? (
          <Link to="/Bot/$id" params={{ id: entry.bot.uuid }} className={cellClasses.main}>
            {entry.bot.name}
          </Link>
        ) : (
          t(`billing.${entry.kind}`)
        )}
        {isCall && channel && <span className={cellClasses.sub}>{channel}</span>}
      </td>
      <td data-minor>{entry.service === null ? '–' : modelOf(entry.service)}</td>
      <td data-number data-minor>
        {isCall ? `${format.number(entry.input)} / ${format.number(entry.output)}` : '–'}
      </td>
      <td data-number>{entry.ownKey ? moneyOf(entry.ownKey.micros) : format.signed(entry.tokens)}</td>
      <td data-number data-minor>
        {format.number(entry.balance)}
      </td>
    </tr>
  );
}

/** What the reader calls a model that the history has under its name in the catalogue. */
function useCataloguedName(): (name: string) => string {
  const nameOf = useModelName();
  const { data: services } = useQuery(servicesQuery);
  return (name) => {
    const service = services?.find((each) => each.name === name);
    return service ? nameOf(service) : name;
  };
}

const HISTORY_PAGE_SIZE = 20;

interface HistoryFilter {
  readonly page: number;
  readonly botUuid: BotId | undefined;
  readonly from: string | undefined;
  readonly tests: false | undefined;
}

const historyQuery = ({ page, botUuid, from, tests }: HistoryFilter) =>
  queryOptions({
    queryKey: ['tokens', 'history', { page, botUuid, from, tests }],
    queryFn: ({ signal }) =>
      call(tokenHistory, {
        query: {
          page,
          pageSize: HISTORY_PAGE_SIZE,
          ...(botUuid ? { botUuid } : {}),
          ...(from ? { from } : {}),
          ...(tests === false ? { tests: 'false' } : {}),
        },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
