import { MODEL_KEYS_MAX, type ModelKeyView } from '@hanasu/contract/model-keys';
import { Badge, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import classes from '../../../shell/components/SecretList.module.css';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { EditModelKeyDialog, NewModelKeyDialog } from './ModelKeyDialog.tsx';
import {
  modelKeysQuery,
  modelKeyUsageQuery,
  useCheckModelKey,
  useDeleteModelKey,
} from './model-keys.queries.ts';

const DAYS = 30;
const VIEWS = ['byDay', 'byBot', 'byModel'] as const;
type View = (typeof VIEWS)[number];

interface Row {
  readonly key: string;
  readonly name: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly micros: number;
  readonly unpriced: number;
}

/** What calls with own keys have cost, in money. */
function ModelKeyUsage() {
  const { t } = useWords();
  const format = useFormat();
  const [view, setView] = useState<View>('byDay');
  const usage = useQuery(modelKeyUsageQuery(DAYS));
  const money = useMoney();
  if (usage.isError) return <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton height={160} aria-hidden />;
  const { total, byDay, byBot, byModel } = usage.data;
  if (total.calls === 0) return t('modelKeys.noCalls');
  const rows: Record<View, Row[]> = {
    byDay: byDay.map(({ day, ...spent }) => ({ key: day, name: format.date(`${day}T12:00:00`), ...spent })),
    byBot: byBot.map(({ bot, ...spent }) => ({
      key: bot?.uuid ?? '',
      name: bot?.name || t('modelKeys.noBot'),
      ...spent,
    })),
    byModel: byModel.map(({ serviceUuid, ...spent }) => ({ key: serviceUuid, ...spent })),
  };
  return (
    <Stack gap="md">
      <Stats>
        <Stat label={t('modelKeys.total')} value={money(total)} />
        <Stat label={t('modelKeys.calls')} value={format.number(total.calls)} />
      </Stats>
      <Group>
        <SegmentedControl
          aria-label={t('modelKeys.viewBy')}
          data={VIEWS.map((value) => ({ value, label: t(`modelKeys.${value}`) }))}
          value={view}
          onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'byDay')}
        />
      </Group>
      <UsageTable rows={rows[view]} heading={t(`modelKeys.${view}`)} />
    </Stack>
  );
}

/** An amount, or that nobody knows it; where some calls have no price, that it is at least so much. */
function useMoney() {
  const { t } = useWords();
  const format = useFormat();
  return ({ micros, unpriced, calls }: Pick<Row, 'micros' | 'unpriced' | 'calls'>): string => {
    if (unpriced === calls) return t('modelKeys.unknown');
    return unpriced > 0 ? t('modelKeys.atLeast', { money: format.money(micros) }) : format.money(micros);
  };
}

function UsageTable({ rows, heading }: { rows: readonly Row[]; heading: string }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  return (
    <DataTable label={t('modelKeys.usage')}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" data-number>
            {t('modelKeys.calls')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.readWritten')}
          </th>
          <th scope="col" data-number>
            {t('modelKeys.money')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.name}</td>
            <td data-number>{format.number(row.calls)}</td>
            <td data-number data-minor>
              {format.number(row.input)} / {format.number(row.output)}
            </td>
            <td data-number>{money(row)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Own keys for providers of models, and what calls with them cost. */
export function ModelsTab() {
  const { t } = useWords();
  const keys = useQuery(modelKeysQuery);
  if (keys.isError) return <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  if (!keys.data) return <Skeleton height={320} radius="lg" aria-hidden />;
  return (
    <Stack gap="md">
      <SettingsSection title={t('modelKeys.title')} text={t('modelKeys.text')}>
        <KeyList items={keys.data.items} />
      </SettingsSection>
      <SettingsSection title={t('modelKeys.usage')} text={t('modelKeys.usageText')}>
        <ModelKeyUsage />
      </SettingsSection>
    </Stack>
  );
}

function KeyList({ items }: { items: readonly ModelKeyView[] }) {
  const { t } = useWords();
  const [adding, dialog] = useDisclosure(false);
  const add = (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={dialog.open}
      disabled={items.length >= MODEL_KEYS_MAX}
    >
      {t('modelKeys.add')}
    </Button>
  );
  return (
    <>
      {items.length === 0 ? (
        <EmptyState
          icon="key-round"
          title={t('modelKeys.empty')}
          text={t('modelKeys.emptyText')}
          action={add}
        />
      ) : (
        <>
          <ul className={classes.list}>
            {items.map((key) => (
              <KeyRow key={key.uuid} modelKey={key} />
            ))}
          </ul>
          {add}
        </>
      )}
      <NewModelKeyDialog
        opened={adding}
        onClose={dialog.close}
        taken={items.map(({ provider }) => provider)}
      />
    </>
  );
}

function KeyRow({ modelKey }: { modelKey: ModelKeyView }) {
  const { t } = useWords();
  const { provider, name, ending, refusal } = modelKey;
  const label = name || t(`modelKeys.providers.${provider}`);
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          <strong>{label}</strong>
          {ending !== '' && (
            <span className={classes.prefix} title={t('modelKeys.endsWith', { ending })}>
              ····{ending}
            </span>
          )}
          <Badge color={refusal ? 'red' : 'green'}>
            {t(refusal ? 'modelKeys.refused' : 'modelKeys.works')}
          </Badge>
        </Group>
        {refusal && (
          <Text size="sm" c="red" mt={4}>
            {t(`modelKeys.refusals.${refusal}`)}
          </Text>
        )}
        <KeyFacts modelKey={modelKey} />
      </div>
      <KeyActions modelKey={modelKey} label={label} />
    </li>
  );
}

function KeyFacts({ modelKey }: { modelKey: ModelKeyView }) {
  const { t } = useWords();
  const format = useFormat();
  const { baseUrl, models, bots, monthlyLimit, spentThisMonth, changedAt, changedBy } = modelKey;
  const isUnpriced = models.some(({ price }) => price === null);
  const spent = isUnpriced
    ? t('modelKeys.spentUnknown')
    : monthlyLimit === null
      ? t('modelKeys.spent', { money: format.money(spentThisMonth) })
      : t('modelKeys.spentOf', { money: format.money(spentThisMonth), limit: format.money(monthlyLimit) });
  const when = format.ago(changedAt);
  const lines = [
    baseUrl && `${baseUrl} · ${models.map(({ id, name }) => name || id).join(', ')}`,
    bots.length > 0
      ? t('modelKeys.usedBy', { bots: bots.map(({ name }) => name).join(', ') })
      : t('modelKeys.unused'),
    [
      spent,
      changedBy ? t('modelKeys.changedBy', { when, name: changedBy }) : t('modelKeys.changed', { when }),
    ].join(' · '),
  ];
  return lines.filter(Boolean).map((line) => (
    <span key={line} className={classes.sub}>
      {line}
    </span>
  ));
}

function KeyActions({ modelKey, label }: { modelKey: ModelKeyView; label: string }) {
  const { t } = useWords();
  const [editing, edit] = useDisclosure(false);
  const [asking, ask] = useDisclosure(false);
  const check = useCheckModelKey();
  const remove = useDeleteModelKey();
  const { uuid, bots } = modelKey;
  const runCheck = () =>
    check.mutate(uuid, {
      onSuccess: () => toasts.add({ title: t('modelKeys.checked', { name: label }) }),
      onError: (error) =>
        toasts.add({
          color: 'error',
          title: t('modelKeys.notChecked', { name: label }),
          description: errorMessage(error),
        }),
    });
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={`${t('modelKeys.check')}: ${label}`}
        loading={check.isPending}
        onClick={runCheck}
      >
        {t('modelKeys.check')}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`${t('modelKeys.change')}: ${label}`}
        onClick={edit.open}
      >
        {t('modelKeys.change')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={`${t('modelKeys.remove')}: ${label}`}
        onClick={ask.open}
      >
        {t('modelKeys.remove')}
      </Button>
      <EditModelKeyDialog modelKey={modelKey} label={label} opened={editing} onClose={edit.close} />
      <ConfirmDelete
        opened={asking}
        onClose={ask.close}
        title={t('modelKeys.removeTitle', { name: label })}
        action={t('modelKeys.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(uuid, {
            onSuccess: () => {
              ask.close();
              toasts.add({ title: t('modelKeys.removed', { name: label }) });
            },
          })
        }
      >
        {bots.length > 0
          ? t('modelKeys.removeUsed', { bots: bots.map(({ name }) => name).join(', ') })
          : t('modelKeys.removeText')}
      </ConfirmDelete>
    </Group>
  );
}
