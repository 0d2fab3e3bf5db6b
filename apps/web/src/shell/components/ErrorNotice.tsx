import { Alert, Button, Group, Text } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../api/api-error.ts';
import { errorMessage } from '../api/error-message.ts';
import { Icon } from '../Icon.tsx';

/** A failed fetch, in the place of what it should have shown. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useWords();
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<Icon name="triangle-alert" size={18} />}
      title={t('shell.couldNotLoad')}
    >
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm">{errorMessage(error)}</Text>
          {isApiError(error) && error.requestId && (
            <Text size="xs" c="dimmed">
              {t('shell.requestId', { id: error.requestId })}
            </Text>
          )}
        </div>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('shell.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
