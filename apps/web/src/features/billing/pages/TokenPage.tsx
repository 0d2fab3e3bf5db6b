import { listApiKeys } from '@hanasu/contract/api-keys';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useMay } from '../../../shell/use-may.ts';
import { KeysTab } from '../../api-keys/components/KeysTab.tsx';
import { HooksTab } from '../../web-hooks/components/HooksTab.tsx';
import { UsageTab } from '../components/UsageTab.tsx';
import { TOKEN_TABS, type TokenTab } from '../token-tabs.ts';

const ICONS = { usage: 'coins', keys: 'key-round', hooks: 'plug' } as const satisfies Record<
  TokenTab,
  IconName
>;
const TABS = { usage: UsageTab, keys: KeysTab, hooks: HooksTab } as const;

/** What tokens went into, and what programs of the customer use. */
export function TokenPage() {
  const { t } = useWords();
  const { tab: asked = 'usage' } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const { isPending } = useQuery(meQuery);
  const mayUseKeys = useMay(listApiKeys);
  const tabs = mayUseKeys ? TOKEN_TABS : (['usage'] as const);
  const tab = tabs.find((name) => name === asked) ?? 'usage';
  const Content = TABS[tab];
  const isUnknown = isPending && asked !== 'usage';
  return (
    <PageFrame title={t('billing.title')} purpose={t('billing.purpose')}>
      {isUnknown && <Skeleton height={320} radius="lg" aria-hidden />}
      {!isUnknown && tabs.length === 1 && <Content />}
      {!isUnknown && tabs.length > 1 && (
        <Tabs
          value={tab}
          onChange={(value) =>
            void navigate({ search: { tab: TOKEN_TABS.find((name) => name === value) }, replace: true })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={t('billing.parts')} mb="lg">
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name} leftSection={<Icon name={ICONS[name]} />}>
                {t(`billing.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => (
            <Tabs.Panel key={name} value={name}>
              {name === tab && <Content />}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </PageFrame>
  );
}
