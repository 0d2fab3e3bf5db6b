import type { UserView } from '@hanasu/contract/accounts';
import { createExport } from '@hanasu/contract/privacy';
import { Stack } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { useMay } from '../../../shell/use-may.ts';
import { DeleteSelf } from './DeleteSelf.tsx';
import { ExportList } from './ExportList.tsx';

/** Taking everything along, and going. */
export function PrivacyTab({ user }: { user: UserView }) {
  const { t } = useWords();
  const mayExport = useMay(createExport);
  return (
    <Stack gap="md">
      <SettingsSection title={t('privacy.export')} text={t('privacy.exportText')}>
        {mayExport ? <ExportList /> : t('privacy.exportOwner')}
      </SettingsSection>
      <SettingsSection title={t('privacy.delete')} text={t('privacy.deleteText')} tone="danger">
        <DeleteSelf user={user} />
      </SettingsSection>
    </Stack>
  );
}
