import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { ADMIN_TABS, type AdminTab } from '../admin-tabs.ts';
import { AccountsTab } from '../components/AccountsTab.tsx';
import { QueuesTab } from '../components/QueuesTab.tsx';
import { ReportedBotsTab } from '../components/ReportedBotsTab.tsx';

const ICONS = { accounts: 'building-2', bots: 'bot', queues: 'list-checks' } as const satisfies Record<
  AdminTab,
  IconName
>;

/** What whoever runs this installation sees and does. */
export function AdminPage() {
  const { t } = useWords();
  const { tab = 'accounts', q, page } = useSearch({ from: '/_default/Admin' });
  const navigate = useNavigate({ from: '/Admin' });
  return (
    <PageFrame title={t('admin.title')} purpose={t('admin.purpose')}>
      <Tabs
        value={tab}
        onChange={(value) =>
          void navigate({ search: { tab: ADMIN_TABS.find((name) => name === value) }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List aria-label={t('admin.parts')} mb="lg">
          {ADMIN_TABS.map((name) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon name={ICONS[name]} />}>
              {t(`admin.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <AccountsTab
            filter={{ q, page }}
            onSearch={(words) => void navigate({ search: { q: words }, replace: true })}
            onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bots">
          <ReportedBotsTab />
        </Tabs.Panel>
        <Tabs.Panel value="queues">
          <QueuesTab />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
