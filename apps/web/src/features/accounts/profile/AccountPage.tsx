import { NewPassword, type UserView } from '@hanasu/contract/accounts';
import { listModelKeys } from '@hanasu/contract/model-keys';
import type { SessionItem } from '@hanasu/contract/sessions';
import { changeAccount, listAudit } from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ACCOUNT_TABS, type AccountTab } from '../../../shell/account-tabs.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { ConnectionsTab } from '../connections/ConnectionsTab.tsx';
import { PrivacyTab } from '../privacy/PrivacyTab.tsx';
import { NewPasswordField } from '../sign-in/NewPasswordField.tsx';
import { AuditTab } from '../team/AuditTab.tsx';
import { TeamTab } from '../team/TeamTab.tsx';
import { AccountForm } from './AccountForm.tsx';
import { sessionsQuery, useRevokeOthers, useRevokeSession, useUpdateAccount } from './account.queries.ts';
import { LogCodeSection } from './LogCodeSection.tsx';
import { AvatarEditor, EmailForm, LogoEditor, ProfileForm } from './ProfileForm.tsx';
import classes from './SettingsList.module.css';
import { IdentityList, PasskeyList } from './SignInMethods.tsx';
import { TwoStep } from './TwoStep.tsx';

const Change = z.object({ currentPassword: z.string(), password: NewPassword });
const FIELD_BY_CODE = { wrong_password: 'currentPassword', password_too_common: 'password' } as const;

function PasswordForm({ user }: { user: UserView }) {
  const { t } = useWords();
  const form = useForm({
    resolver: zodResolver(Change),
    defaultValues: { currentPassword: '', password: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const update = useUpdateAccount();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, password: chosen }) => {
    try {
      await update.mutateAsync({ password: chosen, ...(currentPassword ? { currentPassword } : {}) });
      form.reset();
      toasts.add({ title: t('account.passwordChanged'), description: t('account.passwordChangedText') });
    } catch (error) {
      applyFormError(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={460}>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        {user.hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            autoComplete="current-password"
            {...form.register('currentPassword')}
            error={errors.currentPassword?.message}
          />
        )}
        <NewPasswordField
          label={t('account.newPassword')}
          password={password}
          known={[user.username, user.displayName, user.email ?? '']}
          {...form.register('password')}
          error={errors.password?.message}
        />
        <Group>
          <Button type="submit" variant="default" loading={update.isPending}>
            {t(user.hasPassword ? 'account.changePassword' : 'account.setPassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SecurityTab({ user }: { user: UserView }) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <SettingsSection title={t('session.password')} text={t('account.passwordText')}>
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

function ProfileTab({ user }: { user: UserView }) {
  const { t } = useWords();
  const { setup } = useSearch({ from: '/_default/Account' });
  const navigate = useNavigate({ from: '/Account' });
  const mayRename = usePermission(changeAccount);
  return (
    <Stack gap="md">
      {mayRename && (
        <>
          <SettingsSection title={t('team.account')} text={t('team.accountText')}>
            <AccountForm user={user} />
          </SettingsSection>
          <SettingsSection title={t('account.logo')} text={t('account.logoText')}>
            <LogoEditor user={user} />
          </SettingsSection>
        </>
      )}
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

const TAB_ICONS = {
  profile: 'user',
  security: 'shield-check',
  team: 'users',
  models: 'key-round',
  connections: 'plug',
  log: 'history',
  export: 'file-up',
} as const satisfies Record<AccountTab, IconName>;

const TABS = {
  profile: ProfileTab,
  security: SecurityTab,
  team: TeamTab,
  connections: ConnectionsTab,
  log: AuditTab,
  export: PrivacyTab,
} as const;

/** The person, the people they work with, and what both may take along. */
export function AccountPage({ ModelsTab }: { ModelsTab: ComponentType }) {
  const { t } = useWords();
  const { tab: asked = 'profile' } = useSearch({ from: '/_default/Account' });
  const navigate = useNavigate({ from: '/Account' });
  const me = useQuery(meQuery);
  const mayReadLog = usePermission(listAudit);
  const mayUseKeys = usePermission(listModelKeys);
  const may: Partial<Record<AccountTab, boolean>> = { log: mayReadLog, models: mayUseKeys };
  const tabs = ACCOUNT_TABS.filter((name) => may[name] !== false);
  const tab = tabs.find((name) => name === asked) ?? 'profile';
  return (
    <PageFrame title={t('account.title')} purpose={t('account.purpose')}>
      {me.isError && <ErrorNotice error={me.error} onRetry={() => void me.refetch()} />}
      {me.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {me.data && (
        <Tabs
          value={tab}
          onChange={(value) =>
            void navigate({ search: { tab: ACCOUNT_TABS.find((name) => name === value) }, replace: true })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={t('account.parts')} mb="lg">
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name} leftSection={<Icon name={TAB_ICONS[name]} />}>
                {t(`account.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => {
            const Content = name === 'models' ? ModelsTab : TABS[name];
            return (
              <Tabs.Panel key={name} value={name}>
                <Content user={me.data} />
              </Tabs.Panel>
            );
          })}
        </Tabs>
      )}
    </PageFrame>
  );
}

const DEVICE_ICONS = {
  desktop: 'monitor',
  mobile: 'smartphone',
  tablet: 'smartphone',
  program: 'code-xml',
} as const satisfies Record<SessionItem['device']['kind'], IconName>;

function SessionList() {
  const { t } = useWords();
  const sessions = useQuery(sessionsQuery);
  const others = useRevokeOthers();
  if (sessions.isError) return <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Skeleton height={120} aria-hidden />;
  const { items } = sessions.data;
  return (
    <Stack gap="sm">
      <ul className={classes.list}>
        {items.map((session) => (
          <SessionRow key={session.uuid} session={session} />
        ))}
      </ul>
      {items.length > 1 && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="log-out" />}
            loading={others.isPending}
            onClick={() =>
              others.mutate(undefined, {
                onSuccess: ({ revoked }) =>
                  toasts.add({ title: t('account.othersEnded', { count: revoked }) }),
              })
            }
          >
            {t('account.endOthers')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function SessionRow({ session }: { session: SessionItem }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const revoke = useRevokeSession();
  const { device, place } = session;
  const name = [device.browser, device.system].filter(Boolean).join(' · ') || t('account.unknownDevice');
  const country =
    place.country && new Intl.DisplayNames(LOCALE_TAGS[locale], { type: 'region' }).of(place.country);
  return (
    <li className={classes.item}>
      <Icon name={DEVICE_ICONS[device.kind]} size={20} className={classes.icon} />
      <div className={classes.words}>
        <Group gap={8}>
          {name}
          {session.current && <Badge color="green">{t('account.thisDevice')}</Badge>}
        </Group>
        <span className={classes.sub}>
          {[country, place.address].filter(Boolean).join(' · ')} ·{' '}
          <span title={format.dateTime(session.lastSeenAt)}>
            {t('account.lastSeen', { when: format.ago(session.lastSeenAt) })}
          </span>
        </span>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={revoke.isPending}
          aria-label={t('account.endSessionOf', { name })}
          onClick={() => revoke.mutate(session.uuid)}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  );
}
