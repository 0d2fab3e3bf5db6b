import type { UserView } from '@hanasu/contract/accounts';
import { SOCIAL_PROVIDERS, type SocialProvider, startSocialLink } from '@hanasu/contract/social';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { call } from '../../../../shell/api-client.ts';
import { SettingsSection } from '../../../../shell/components/SettingsSection.tsx';
import { identitiesQuery, useUnlinkIdentity } from '../../account.queries.ts';
import { beginTrip } from '../../social-trip.ts';
import { ProofDialog } from '../ProofDialog.tsx';
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
    const binding = beginTrip(linking, { intent: 'link' });
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
      <ProofDialog
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
