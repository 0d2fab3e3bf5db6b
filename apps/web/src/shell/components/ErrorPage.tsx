import { Button, Group, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isFault } from '../api-fault.ts';
import { faultWords } from '../fault-words.ts';
import { log } from '../log.ts';
import classes from './MessagePage.module.css';
import { NotFoundPage } from './NotFoundPage.tsx';

const MISSING_CHUNK = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;
const RELOADED_AT = 'chunk-reloaded-at';
const RELOAD_ONCE_MS = 10_000;

/** True when a new build removed the chunk this page asked for, and a reload was not tried just now. */
function shouldReload(error: unknown): boolean {
  if (!(error instanceof Error) || !MISSING_CHUNK.test(error.message)) return false;
  return Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > RELOAD_ONCE_MS;
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useWords();
  const router = useRouter();
  const reloads = shouldReload(error);
  useEffect(() => {
    if (!reloads) {
      log('Error page:', error);
      return;
    }
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.assign(router.latestLocation.href);
  }, [reloads, error, router]);

  if (reloads) return null;
  if (isFault(error, 'not_found')) return <NotFoundPage />;
  const fault = isFault(error) ? error : null;
  return (
    <main className={classes.page}>
      <Text className={classes.status}>{fault?.status || 500}</Text>
      <Title order={1} size="h3">
        {t('shell.errorTitle')}
      </Title>
      <Text c="dimmed" maw={460}>
        {fault ? faultWords(fault) : t('shell.errorHelp')}
      </Text>
      {fault?.requestId && (
        <Text size="xs" c="dimmed">
          {t('shell.requestId', { id: fault.requestId })}
        </Text>
      )}
      <Group>
        <Button onClick={reset}>{t('shell.retry')}</Button>
        <Button variant="default" component="a" href="/">
          {t('shell.toHome')}
        </Button>
      </Group>
    </main>
  );
}
