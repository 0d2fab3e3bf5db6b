import type { UserView } from '@hanasu/contract/accounts';
import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../../i18n/use-words.ts';
import { SettingsSection } from '../../../../shell/components/SettingsSection.tsx';
import { AvatarEditor } from './AvatarEditor.tsx';
import { EmailForm } from './EmailForm.tsx';
import { LogCodeSection } from './LogCodeSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';

export function ProfileTab({ user }: { user: UserView }) {
  const { t } = useWords();
  const { setup } = useSearch({ from: '/_default/Account' });
  const navigate = useNavigate({ from: '/Account' });
  return (
    <Stack gap="md">
      <SettingsSection title={t('account.picture')} text={t('account.pictureText')}>
        <AvatarEditor user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.profile')} text={t('account.profileText')}>
        <ProfileForm user={user} />
      </SettingsSection>
      <LogCodeSection user={user} given={setup} onDone={() => void navigate({ search: {}, replace: true })} />
      <SettingsSection title={t('account.email')} text={t('account.emailText')}>
        <EmailForm user={user} />
      </SettingsSection>
    </Stack>
  );
}
