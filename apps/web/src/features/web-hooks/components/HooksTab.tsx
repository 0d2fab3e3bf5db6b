import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import classes from '../../api-keys/components/ApiKeys.module.css';
import { webHooksQuery } from '../web-hooks.queries.ts';
import { HookDialog } from './HookDialogs.tsx';
import { HookRow } from './HookRow.tsx';

export function HooksTab() {
  const { t } = useWords();
  return (
    <SettingsSection title={t('webHooks.title')} text={t('webHooks.text')}>
      <HookList />
    </SettingsSection>
  );
}

function HookList() {
  const { t } = useWords();
  const [adding, dialog] = useDisclosure(false);
  const hooks = useQuery(webHooksQuery);
  if (hooks.isError) return <FaultNotice error={hooks.error} onRetry={() => void hooks.refetch()} />;
  if (!hooks.data) return <Skeleton height={160} aria-hidden />;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('webHooks.new')}
    </Button>
  );
  return (
    <>
      {hooks.data.items.length === 0 ? (
        <EmptyState icon="plug" title={t('webHooks.empty')} text={t('webHooks.emptyText')} action={add} />
      ) : (
        <>
          <ul className={classes.list}>
            {hooks.data.items.map((hook) => (
              <HookRow key={hook.uuid} hook={hook} />
            ))}
          </ul>
          {add}
        </>
      )}
      <HookDialog hook={null} opened={adding} onClose={dialog.close} />
    </>
  );
}
