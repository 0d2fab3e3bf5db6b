import {
  ActionIcon,
  Button,
  CopyButton,
  Group,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { apiKeysQuery } from '../api-keys.queries.ts';
import classes from './ApiKeys.module.css';
import { NewKeyDialog } from './KeyDialog.tsx';
import { KeyRow } from './KeyRow.tsx';

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
  const { data: bots } = useQuery(botsQuery());
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
          data={bots.items.map(({ uuid, name }) => ({ value: uuid, label: name }))}
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
      <CodeBox label={t(`apiKeys.kinds.${kind}`)} code={exampleOf(kind, window.location.origin, bot.uuid)} />
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
            aria-label={t(copied ? 'apiKeys.copied' : 'apiKeys.copy')}
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
  if (keys.isError) return <FaultNotice error={keys.error} onRetry={() => void keys.refetch()} />;
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
