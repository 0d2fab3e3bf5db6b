import type { UserView } from '@hanasu/contract/accounts';
import { Stack } from '@mantine/core';
import { useWords } from '../../../../i18n/use-words.ts';
import { SettingsSection } from '../../../../shell/components/SettingsSection.tsx';
import { IdentityList } from './IdentityList.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoStep } from './TwoStep.tsx';

export function SecurityTab({ user }: { user: UserView }) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <SettingsSection title={t('accounts.password')} text={t('account.passwordText')}>
        <PasswordForm user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.twoStep')} text={t('account.twoStepText')}>
        <TwoStep user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.passkeys')} text={t('account.passkeysText')}>
        <PasskeyList user={user} />
      </SettingsSection>
      <IdentityList user={user} />
      <SettingsSection title={t('account.sessions')} text={t('account.sessionsText')}>
        <SessionList />
      </SettingsSection>
    </Stack>
  );
}
