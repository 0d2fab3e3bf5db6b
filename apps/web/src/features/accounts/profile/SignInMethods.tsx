import type { UserView } from '@hanasu/contract/accounts';
import type { PasskeyView } from '@hanasu/contract/sessions';
import { SOCIAL_PROVIDERS, type SocialProvider, startSocialLink } from '@hanasu/contract/social';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { ReauthenticateDialog } from '../ReauthenticateDialog.tsx';
import { startOauthSession } from '../sign-in/oauth-session.ts';
import { canUsePasskeys } from '../sign-in/PasskeyButton.tsx';
import {
  identitiesQuery,
  passkeysQuery,
  useAddPasskey,
  useDeletePasskey,
  useUnlinkIdentity,
} from './account.queries.ts';
import classes from './SettingsList.module.css';

const NAMES = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<SocialProvider, string>;

/** Services one can sign in with; absent on installations that have keys for none. */
export function IdentityList({ user }: { user: UserView }) {
  const { t } = useWords();
  const format = useFormat();
  const identities = useQuery(identitiesQuery);
  const unlink = useUnlinkIdentity();
  const [linking, setLinking] = useState<SocialProvider | null>(null);
  const shown = SOCIAL_PROVIDERS.filter(
    (provider) =>
      identities.data?.providers.includes(provider) ||
      identities.data?.identities.some((identity) => identity.provider === provider),
  );
  if (identities.data && shown.length === 0) return null;
  const link = async (password: string | undefined) => {
    if (!linking) return;
    const binding = startOauthSession(linking, { intent: 'link' });
    const body = { binding, ...(password ? { password } : {}) };
    const { url } = await call(startSocialLink, { params: { provider: linking }, body });
    location.assign(url);
  };
  return (
    <SettingsSection title={t('account.connected')} text={t('account.connectedText')}>
      {!identities.data && <Skeleton height={60} aria-hidden />}
      <ul className={classes.list}>
        {shown.map((provider) => {
          const identity = identities.data?.identities.find((each) => each.provider === provider);
          return (
            <li key={provider} className={classes.item}>
              <div className={classes.words}>
                {NAMES[provider]}
                {identity && (
                  <span className={classes.sub}>
                    {[identity.email, t('account.added', { when: format.date(identity.createdAt) })]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </div>
              {identity ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('account.disconnectFrom', { name: NAMES[provider] })}
                  loading={unlink.isPending && unlink.variables === provider}
                  onClick={() => unlink.mutate(provider)}
                >
                  {t('account.disconnect')}
                </Button>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('account.connectTo', { name: NAMES[provider] })}
                  onClick={() => setLinking(provider)}
                >
                  {t('account.connect')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <ReauthenticateDialog
        user={user}
        opened={linking !== null}
        onClose={() => setLinking(null)}
        title={linking ? t('account.connectTo', { name: NAMES[linking] }) : ''}
        text={t('account.proveText')}
        action={t('account.goOn')}
        onProve={link}
      />
    </SettingsSection>
  );
}

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const;

/** A name for a passkey that its owner will know again. */
const deviceName = (userAgent: string): string =>
  SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';

/** Left the browser's own question: nothing to say. */
const wasLeft = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

export function PasskeyList({ user }: { user: UserView }) {
  const { t } = useWords();
  const [asking, dialog] = useDisclosure(false);
  const passkeys = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const addNew = async (password: string | undefined) => {
    try {
      await add.mutateAsync({ name: deviceName(navigator.userAgent), password });
      toasts.add({ title: t('account.passkeyAdded') });
    } catch (error) {
      if (!wasLeft(error)) throw error;
    }
  };
  if (!passkeys.data) return <Skeleton height={60} aria-hidden />;
  return (
    <Stack gap="sm" align="stretch">
      {passkeys.data.items.length > 0 && (
        <ul className={classes.list}>
          {passkeys.data.items.map((passkey) => (
            <PasskeyRow key={passkey.uuid} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Group>
          <Button variant="default" leftSection={<Icon name="key-round" />} onClick={dialog.open}>
            {t('account.addPasskey')}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('account.noPasskeys')}
        </Text>
      )}
      <ReauthenticateDialog
        user={user}
        opened={asking}
        onClose={dialog.close}
        title={t('account.addPasskey')}
        text={t('account.proveText')}
        action={t('account.goOn')}
        onProve={addNew}
      />
    </Stack>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const { t } = useWords();
  const format = useFormat();
  const remove = useDeletePasskey();
  const used = passkey.lastUsedAt
    ? t('account.lastUsed', { when: format.ago(passkey.lastUsedAt) })
    : t('account.neverUsed');
  return (
    <li className={classes.item}>
      <Icon name="key-round" size={20} className={classes.icon} />
      <div className={classes.words}>
        {passkey.name}
        <span className={classes.sub}>
          {t('account.added', { when: format.date(passkey.createdAt) })} · {used}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={remove.isPending}
        aria-label={t('account.removePasskey', { name: passkey.name })}
        onClick={() => remove.mutate(passkey.uuid)}
      >
        {t('account.remove')}
      </Button>
    </li>
  );
}
