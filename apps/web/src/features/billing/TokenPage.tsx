import { listApiKeys } from '@hanasu/contract/api-keys';
import { listBudgets } from '@hanasu/contract/budgets';
import { createPayment } from '@hanasu/contract/payments';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { meQuery } from '../../shell/shell.queries.ts';
import { usePermission } from '../../shell/use-permission.ts';
import { TOKEN_TABS, type TokenTab } from './token-tabs.ts';
import { UsageTab } from './usage/UsageTab.tsx';

/** Fetched when the tab is opened: what was used is shown without the form libraries. */
const BudgetsTab = lazy(async () => ({ default: (await import('./budgets/BudgetsTab.tsx')).BudgetsTab }));

const ICONS = {
  usage: 'coins',
  budgets: 'gauge',
  keys: 'key-round',
  hooks: 'plug',
} as const satisfies Record<TokenTab, IconName>;

/** Parts of other features; the route brings them in. */
interface TokenPageProps {
  KeysTab: ComponentType;
  HooksTab: ComponentType;
}

/** What tokens went into, and what programs of the customer use. */
export function TokenPage({ KeysTab, HooksTab }: TokenPageProps) {
  const { t } = useWords();
  const { tab: asked = 'usage' } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const { isPending } = useQuery(meQuery);
  const mayUseKeys = usePermission(listApiKeys);
  const isAllowed = { usage: true, budgets: usePermission(listBudgets), keys: mayUseKeys, hooks: mayUseKeys };
  const tabs = TOKEN_TABS.filter((name) => isAllowed[name]);
  const tab = tabs.find((name) => name === asked) ?? 'usage';
  const Content = { usage: UsageTab, budgets: BudgetsTab, keys: KeysTab, hooks: HooksTab }[tab];
  const isUnknown = isPending && asked !== 'usage';
  return (
    <PageFrame
      title={t('billing.title')}
      purpose={t('billing.purpose')}
      actions={
        <Can endpoint={createPayment}>
          <Button
            leftSection={<Icon name="credit-card" />}
            renderRoot={(props) => <Link to="/payment" {...props} />}
          >
            {t('billing.buy')}
          </Button>
        </Can>
      }
    >
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
              <Suspense fallback={<Skeleton height={320} radius="lg" aria-hidden />}>
                {name === tab && <Content />}
              </Suspense>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </PageFrame>
  );
}
