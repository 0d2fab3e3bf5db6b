import type { WebHookDeliveryView, WebHookView } from '@hanasu/contract/web-hooks';
import { Badge, Button, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { eventWord } from './event-word.ts';
import classes from './HookLog.module.css';
import { STATE_COLORS } from './state-colors.ts';
import { deliveriesQuery, LOG_PAGE_SIZE, useReplay, useTestWebHook } from './web-hooks.queries.ts';

interface HookLogProps {
  hook: WebHookView;
  opened: boolean;
  onClose: () => void;
}

/** What was sent to a hook, how it was answered, and a way to send it again. */
export function HookLog({ hook, opened, onClose }: HookLogProps) {
  const { t } = useWords();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('webHooks.log')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Log hook={hook} />
    </Drawer>
  );
}

function Log({ hook }: { hook: WebHookView }) {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const log = useQuery(deliveriesQuery(hook.uuid, page));
  const test = useTestWebHook();
  if (log.isError) return <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <Skeleton height={240} aria-hidden />;
  const send = (
    <Button variant="default" loading={test.isPending} onClick={() => test.mutate(hook.uuid)}>
      {t('webHooks.test')}
    </Button>
  );
  if (log.data.total === 0) {
    return (
      <EmptyState
        icon="send"
        title={t('webHooks.logEmpty')}
        text={t('webHooks.logEmptyText')}
        action={send}
      />
    );
  }
  return (
    <Stack gap="md">
      <Group>{send}</Group>
      <ul className={classes.list}>
        {log.data.items.map((delivery) => (
          <DeliveryRow key={delivery.uuid} hook={hook} delivery={delivery} />
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={LOG_PAGE_SIZE}
        total={log.data.total}
        label={t('webHooks.logPages')}
        onPage={setPage}
      />
    </Stack>
  );
}

function DeliveryRow({ hook, delivery }: { hook: WebHookView; delivery: WebHookDeliveryView }) {
  const { t } = useWords();
  const format = useFormat();
  const replay = useReplay();
  const { status, attempts, nextAttemptAt } = delivery;
  const state = delivery.state === 'pending' && delivery.detail !== null ? 'again' : delivery.state;
  const facts = [
    format.dateTime(delivery.createdAt),
    attempts > 0 ? t('webHooks.tries', { count: attempts }) : null,
    status === null ? null : t('webHooks.status', { status }),
    nextAttemptAt && attempts > 0 ? t('webHooks.nextTry', { when: format.ago(nextAttemptAt) }) : null,
  ];
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div className={classes.words}>
          <Group gap={8}>
            <strong>{eventWord(t, delivery.event)}</strong>
            <Badge color={STATE_COLORS[state]}>{t(`webHooks.states.${state}`)}</Badge>
          </Group>
          <span className={classes.sub}>{facts.filter(Boolean).join(' · ')}</span>
        </div>
        <Button
          size="xs"
          variant="default"
          className={classes.again ?? ''}
          loading={replay.isPending}
          onClick={() => replay.mutate({ uuid: hook.uuid, delivery: delivery.uuid })}
        >
          {t('webHooks.replay')}
        </Button>
      </Group>
      <Details delivery={delivery} />
    </li>
  );
}

const REASONS = ['address_refused', 'unreachable', 'timeout', 'switched_off'] as const;

function Details({ delivery: { detail, status, payload } }: { delivery: WebHookDeliveryView }) {
  const { t } = useWords();
  const reason = status === null ? REASONS.find((one) => one === detail) : undefined;
  return (
    <>
      {reason && <p className={classes.reason}>{t(`webHooks.reasons.${reason}`)}</p>}
      <details className={classes.details}>
        <summary>{t('webHooks.sent')}</summary>
        <Code label={t('webHooks.sent')} text={JSON.stringify(payload, null, 2)} />
      </details>
      {detail && !reason && (
        <details className={classes.details}>
          <summary>{t('webHooks.answer')}</summary>
          <Code label={t('webHooks.answer')} text={detail} />
        </details>
      )}
    </>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={classes.code} tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
