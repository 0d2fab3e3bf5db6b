import { Button, Group, Text, Title } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import classes from './MessagePage.module.css';

interface ErrorViewProps {
  status: number;
  /** What the status means; by the status when not given. */
  message?: string | undefined;
  description: string;
  requestId?: string | null | undefined;
  onRetry: () => void;
}

/** Status, message and description of what went wrong, and two ways out. */
export function ErrorView({ status, message, description, requestId, onRetry }: ErrorViewProps) {
  const { t } = useWords();
  const byStatus = status === 404 ? t('shell.notFoundTitle') : t('shell.errorTitle');
  return (
    <main className={classes.page}>
      <Text className={classes.status}>{status}</Text>
      <Title order={1} size="h3">
        {message ?? byStatus}
      </Title>
      <Text c="dimmed" maw={460}>
        {description}
      </Text>
      {requestId && (
        <Text size="xs" c="dimmed">
          {t('shell.requestId', { id: requestId })}
        </Text>
      )}
      <Group>
        <Button onClick={onRetry}>{t('shell.retry')}</Button>
        <Button variant="default" component="a" href="/">
          {t('shell.toHome')}
        </Button>
      </Group>
    </main>
  );
}
