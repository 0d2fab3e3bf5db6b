import { Button, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { apiKeysQuery } from '../api-keys.queries.ts';
import classes from './ApiKeys.module.css';
import { HowToCall } from './HowToCall.tsx';
import { NewKeyDialog } from './KeyDialog.tsx';
import { KeyRow } from './KeyRow.tsx';

/** Keys for programs, and how they are used. */
export function KeysTab() {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <SettingsSection title={t('apiKeys.title')} text={t('apiKeys.text')}>
        <KeyList />
      </SettingsSection>
      <SettingsSection title={t('apiKeys.howTitle')} text={t('apiKeys.howText')}>
        <HowToCall />
      </SettingsSection>
    </Stack>
  );
}

function KeyList() {
  const { t } = useWords();
  const [making, dialog] = useDisclosure(false);
  const keys = useQuery(apiKeysQuery);
  const { data: bots } = useQuery(botsQuery());
  const names = bots && new Map(bots.items.map(({ uuid, name }) => [uuid, name]));
  if (keys.isError) return <FaultNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  if (!keys.data) return <Skeleton height={160} aria-hidden />;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('apiKeys.new')}
    </Button>
  );
  return (
    <>
      {keys.data.items.length === 0 ? (
        <EmptyState icon="key-round" title={t('apiKeys.empty')} text={t('apiKeys.emptyText')} action={add} />
      ) : (
        <>
          <ul className={classes.list}>
            {keys.data.items.map((key) => (
              <KeyRow key={key.uuid} apiKey={key} botNames={names} />
            ))}
          </ul>
          {add}
        </>
      )}
      <NewKeyDialog opened={making} onClose={dialog.close} />
    </>
  );
}
