import type { UserView } from '@hanasu/contract/accounts';
import { Stack } from '@mantine/core';
import { useWords } from '../../../../i18n/use-words.ts';
import { SettingsSection } from '../../../../shell/components/SettingsSection.tsx';
import { AvatarEditor } from './AvatarEditor.tsx';
import { EmailForm } from './EmailForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';

export function ProfileTab({ user }: { user: UserView }) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <SettingsSection title={t('account.picture')} text={t('account.pictureText')}>
        <AvatarEditor user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.profile')} text={t('account.profileText')}>
        <ProfileForm user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.email')} text={t('account.emailText')}>
        <EmailForm user={user} />
      </SettingsSection>
    </Stack>
  );
}
