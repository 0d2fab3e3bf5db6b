import { Button, Group, Text, Title } from '@mantine/core';
import { createContext } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../api/api-error.ts';
import { errorMessage } from '../api/error-message.ts';
import { Drawing } from '../components/Drawing.tsx';
import classes from './MessagePage.module.css';

/** What nobody caught, for the frame of the page: it shows it in the page's place and stays around it. */
export interface Unhandled {
  readonly error: Error | null;
  readonly forget: () => void;
  /** A frame is there; called when it goes. */
  readonly frame: () => () => void;
}
export const UnhandledError = createContext<Unhandled>({
  error: null,
  forget: () => undefined,
  frame: () => () => undefined,
});

export function ErrorDescription({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useWords();
  const fault = isApiError(error) ? error : null;
  const isOurs = fault === null || fault.status === 0 || fault.status >= 500;
  return (
    <ErrorView
      status={fault?.status || 500}
      // What was refused is no fault of the server, so its own words stand in the title's place.
      message={fault && !isOurs ? errorMessage(fault) : undefined}
      description={fault && isOurs ? errorMessage(fault) : t('shell.errorHelp')}
      requestId={fault?.requestId}
      onRetry={onRetry}
    />
  );
}

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
    <div className={classes.page}>
      <Drawing name="closed" className={classes.drawing} />
      {message === undefined && (
        <p className={`${classes.headline} display`}>
          {t(status === 404 ? 'shell.notFoundHeadline' : 'shell.errorHeadline')}
        </p>
      )}
      <Text className={classes.status}>{status}</Text>
      <Title order={1} className={message === undefined ? classes.status : `${classes.title} display`}>
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
    </div>
  );
}
