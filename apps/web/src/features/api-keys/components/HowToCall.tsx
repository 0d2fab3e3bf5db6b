import { ActionIcon, CopyButton, Group, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { CALL_KINDS, type CallKind, exampleOf } from '../call-examples.ts';
import classes from './ApiKeys.module.css';

export function HowToCall() {
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
