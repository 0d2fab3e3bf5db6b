import type { ApiKeyView } from '@hanasu/contract/api-keys';
import type { BotId } from '@hanasu/contract/ids';
import { ActionIcon, Badge, Button, Group, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../entities/api-key/api-keys.queries.ts';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { type BudgetTarget, isOf } from '../../entities/budget/budget-state.ts';
import { budgetsQuery } from '../../entities/budget/budgets.queries.ts';
import { TargetBudgets } from '../../entities/budget/TargetBudgets.tsx';
import { useBudgetWords } from '../../entities/budget/use-budget-words.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { CopyButton } from '../../shell/clipboard/CopyButton.tsx';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import classes from '../../shell/components/SecretList.module.css';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { usePublicUrl } from '../../shell/use-public-url.ts';
import { useRevokeApiKey } from './api-keys.queries.ts';
import { EditKeyDialog, NewKeyDialog } from './KeyDialog.tsx';
import rowClasses from './KeysTab.module.css';

const CALL_KINDS = ['curl', 'javascript', 'mcp'] as const;
type CallKind = (typeof CALL_KINDS)[number];

/** What calls one bot, ready to be copied. */
function exampleOf(kind: CallKind, origin: string, botUuid: string): string {
  return EXAMPLES[kind](origin, botUuid);
}

const EXAMPLES: Readonly<Record<CallKind, (origin: string, botUuid: string) => string>> = {
  curl: (origin, botUuid) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $HANASU_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${botUuid}",
    "messages": [{ "role": "user", "content": "Hello" }]
  }'`,
  javascript: (origin, botUuid) => `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  apiKey: '$HANASU_API_KEY',
  baseURL: '${origin}/v1',
});
const stream = await client.chat.completions.create({
  model: '${botUuid}',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`,
  mcp: (origin, botUuid) => `{
  "mcpServers": {
    "hanasu": {
      "type": "http",
      "url": "${origin}/mcp/${botUuid}",
      "headers": { "Authorization": "Bearer $HANASU_API_KEY" }
    }
  }
}`,
};

function HowToCall() {
  const { t } = useWords();
  const publicUrl = usePublicUrl();
  const { data: bots } = useQuery(botsQuery());
  const nameOptions = useNameOptions();
  const [kind, setKind] = useState<CallKind>('curl');
  const [chosen, setChosen] = useState<string | null>(null);
  if (!bots) return <Skeleton height={200} aria-hidden />;
  const bot = bots.items.find(({ uuid }) => uuid === chosen) ?? bots.items[0];
  if (!bot) return t('apiKeys.howNoBot');
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <Select
          aria-label={t('apiKeys.howBot')}
          data={nameOptions(bots.items)}
          value={bot.uuid}
          onChange={setChosen}
          allowDeselect={false}
          searchable
          w={220}
        />
        <SegmentedControl
          aria-label={t('apiKeys.howTitle')}
          data={CALL_KINDS.map((value) => ({ value, label: t(`apiKeys.kinds.${value}`) }))}
          value={kind}
          onChange={(value) => setKind(CALL_KINDS.find((one) => one === value) ?? 'curl')}
        />
      </Group>
      <CodeBox label={t(`apiKeys.kinds.${kind}`)} code={exampleOf(kind, publicUrl, bot.uuid)} />
    </Stack>
  );
}

function CodeBox({ label, code }: { label: string; code: string }) {
  const { t } = useWords();
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <ActionIcon
            className={classes.copy}
            variant="default"
            aria-label={t(copied ? 'shell.copied' : 'shell.copy')}
            onClick={copy}
          >
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}

/** Keys for programs, and how they are used. */
export function KeysTab() {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <SettingsSection title={t('apiKeys.title')} text={t('apiKeys.text')}>
        <KeyList />
      </SettingsSection>
      <SettingsSection title={t('apiKeys.howTitle')} text={t('apiKeys.howText')}>
        <HowToCall />
      </SettingsSection>
    </Stack>
  );
}

function KeyList() {
  const { t } = useWords();
  const [making, dialog] = useDisclosure(false);
  const keys = useQuery(apiKeysQuery);
  const { data: bots } = useQuery(botsQuery());
  const names = bots && new Map(bots.items.map(({ uuid, name }) => [uuid, name]));
  if (keys.isError) return <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  if (!keys.data) return <Skeleton height={160} aria-hidden />;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('apiKeys.new')}
    </Button>
  );
  return (
    <>
      {keys.data.items.length === 0 ? (
        <EmptyState icon="key-round" title={t('apiKeys.empty')} text={t('apiKeys.emptyText')} action={add} />
      ) : (
        <>
          <ul className={classes.list}>
            {keys.data.items.map((key) => (
              <KeyRow key={key.uuid} apiKey={key} botNames={names} />
            ))}
          </ul>
          {add}
        </>
      )}
      <NewKeyDialog opened={making} onClose={dialog.close} />
    </>
  );
}

interface KeyRowProps {
  apiKey: ApiKeyView;
  botNames: ReadonlyMap<BotId, string> | undefined;
}

function KeyRow({ apiKey, botNames }: KeyRowProps) {
  const { t } = useWords();
  const [hasBudgets, budgets] = useDisclosure(false);
  const isExpired = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now();
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          <strong>{apiKey.name}</strong>
          <span className={classes.prefix}>{apiKey.prefix}…</span>
          {apiKey.revokedAt && <Badge color="gray">{t('apiKeys.revoked')}</Badge>}
          {!apiKey.revokedAt && isExpired && <Badge color="yellow">{t('apiKeys.expired')}</Badge>}
          {!apiKey.revokedAt && apiKey.makerRole === null && (
            <Badge color="red">{t('apiKeys.stopped')}</Badge>
          )}
          {!apiKey.revokedAt && (apiKey.makerRole === 'operator' || apiKey.makerRole === 'viewer') && (
            <Badge color="yellow">
              {t('apiKeys.limited', { role: t(`shell.roles.${apiKey.makerRole}`) })}
            </Badge>
          )}
        </Group>
        <KeyFacts apiKey={apiKey} botNames={botNames} isExpired={isExpired} />
      </div>
      {!apiKey.revokedAt && <KeyActions apiKey={apiKey} hasBudgets={hasBudgets} onBudgets={budgets.toggle} />}
      {!apiKey.revokedAt && hasBudgets && (
        <section className={rowClasses.budgets} aria-label={`${t('apiKeys.budgets')}: ${apiKey.name}`}>
          <TargetBudgets target={targetOf(apiKey)} />
        </section>
      )}
    </li>
  );
}

const targetOf = ({ uuid, name }: ApiKeyView): BudgetTarget => ({ kind: 'key', uuid, name });

function KeyFacts({ apiKey, botNames, isExpired }: KeyRowProps & { isExpired: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { fact } = useBudgetWords();
  const { data } = useQuery(budgetsQuery);
  const budgets = data?.items.filter((budget) => isOf(budget, targetOf(apiKey))) ?? [];
  const scopes = apiKey.scopes.map((scope) => t(`apiKeys.scopes.${scope}`)).join(', ');
  const bots = apiKey.botUuids
    ?.map((uuid) => botNames?.get(uuid) ?? (botNames ? t('apiKeys.goneBot') : '…'))
    .join(', ');
  const when = format.ago(apiKey.createdAt);
  const facts = [
    apiKey.createdBy ? t('apiKeys.madeBy', { when, name: apiKey.createdBy }) : t('apiKeys.made', { when }),
    apiKey.lastUsedAt ? t('apiKeys.used', { when: format.ago(apiKey.lastUsedAt) }) : t('apiKeys.unused'),
    apiKey.expiresAt && !isExpired ? t('apiKeys.until', { date: format.date(apiKey.expiresAt) }) : null,
    t('apiKeys.spent', { tokens: format.number(apiKey.spentThisMonth) }),
    ...budgets.map(fact),
  ];
  return (
    <>
      <span className={classes.sub}>
        {scopes} · {bots ?? t('apiKeys.allBots')}
      </span>
      <span className={classes.sub}>{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}

interface KeyActionsProps {
  apiKey: ApiKeyView;
  hasBudgets: boolean;
  onBudgets: () => void;
}

function KeyActions({ apiKey, hasBudgets, onBudgets }: KeyActionsProps) {
  const { t } = useWords();
  const [editing, edit] = useDisclosure(false);
  const [asking, ask] = useDisclosure(false);
  const revoke = useRevokeApiKey();
  const { uuid, name } = apiKey;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={`${t('apiKeys.budgets')}: ${name}`}
        aria-expanded={hasBudgets}
        onClick={onBudgets}
      >
        {t('apiKeys.budgets')}
      </Button>
      <Button size="xs" variant="default" aria-label={`${t('apiKeys.edit')}: ${name}`} onClick={edit.open}>
        {t('apiKeys.edit')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={`${t('apiKeys.revoke')}: ${name}`}
        onClick={ask.open}
      >
        {t('apiKeys.revoke')}
      </Button>
      <EditKeyDialog apiKey={apiKey} opened={editing} onClose={edit.close} />
      <ConfirmDelete
        opened={asking}
        onClose={ask.close}
        title={t('apiKeys.revokeTitle', { name })}
        action={t('apiKeys.revoke')}
        asksName={name}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(uuid, {
            onSuccess: () => {
              ask.close();
              toasts.add({ title: t('apiKeys.revokedToast', { name }) });
            },
          })
        }
      >
        {t('apiKeys.revokeText')}
      </ConfirmDelete>
    </Group>
  );
}
