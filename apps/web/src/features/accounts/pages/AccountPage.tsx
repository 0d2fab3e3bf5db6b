import { listAudit } from '@hanasu/contract/team';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { ACCOUNT_TABS, type AccountTab } from '../../../shell/account-tabs.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useMay } from '../../../shell/use-may.ts';
import { PrivacyTab } from '../../privacy/components/PrivacyTab.tsx';
import { AuditTab } from '../../team/components/AuditTab.tsx';
import { TeamTab } from '../../team/components/TeamTab.tsx';
import { ProfileTab } from '../components/account/ProfileTab.tsx';
import { SecurityTab } from '../components/account/SecurityTab.tsx';

const ICONS = {
  profile: 'user',
  security: 'shield-check',
  team: 'users',
  log: 'history',
  export: 'file-up',
} as const satisfies Record<AccountTab, IconName>;

const TABS = {
  profile: ProfileTab,
  security: SecurityTab,
  team: TeamTab,
  log: AuditTab,
  export: PrivacyTab,
} as const;

/** The person, the people they work with, and what both may take along. */
export function AccountPage() {
  const { t } = useWords();
  const { tab: asked = 'profile' } = useSearch({ from: '/_default/Account' });
  const navigate = useNavigate({ from: '/Account' });
  const me = useQuery(meQuery);
  const mayReadLog = useMay(listAudit);
  const tabs = ACCOUNT_TABS.filter((name) => name !== 'log' || mayReadLog);
  const tab = tabs.find((name) => name === asked) ?? 'profile';
  return (
    <PageFrame title={t('account.title')} purpose={t('account.purpose')}>
      {me.isError && <FaultNotice error={me.error} onRetry={() => void me.refetch()} />}
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
              <Tabs.Tab key={name} value={name} leftSection={<Icon name={ICONS[name]} />}>
                {t(`account.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => {
            const Content = TABS[name];
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
