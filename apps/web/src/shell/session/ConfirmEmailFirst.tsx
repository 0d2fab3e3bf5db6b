import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { meQuery } from '../shell.queries.ts';
import { useConfirmEmail, useIsUnconfirmed } from './use-confirm-email.ts';

/** Above a form whose endpoint asks for a confirmed email address: says so before it is filled in, and sends the email again. */
export function ConfirmEmailFirst() {
  const { t } = useWords();
  const isUnconfirmed = useIsUnconfirmed();
  const { send, isSending } = useConfirmEmail();
  const { data: user } = useQuery(meQuery);
  if (!isUnconfirmed) return null;
  return (
    <Alert color="yellow" role="note" title={t('session.confirm.title')}>
      <Stack gap="xs" align="flex-start">
        {t('session.confirm.first', { email: user?.email ?? '' })}
        <Button size="xs" variant="default" loading={isSending} onClick={send}>
          {t('session.confirm.again')}
        </Button>
      </Stack>
    </Alert>
  );
}
