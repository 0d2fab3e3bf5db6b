import { copyChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import { Button, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../../i18n/use-words.ts';
import { FaultNotice } from '../../../../shell/components/FaultNotice.tsx';
import { OnlyFor } from '../../../../shell/components/OnlyFor.tsx';
import { StackedSection } from '../../../../shell/components/StackedSection.tsx';
import { toasts } from '../../../../shell/toasts.tsx';
import { useCopySettings } from '../../settings.queries.ts';

interface CopySettingsProps {
  channel: ChannelView;
  others: readonly ChannelView[];
  /** Something is not saved yet. */
  isDirty: boolean;
}

export function CopySettings({ channel, others, isDirty }: CopySettingsProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<string[]>([]);
  const copy = useCopySettings(channel.uuid);
  const ids = others.flatMap(({ uuid }) => (chosen.includes(uuid) ? [uuid] : []));
  const run = () =>
    copy.mutate(ids, {
      onSuccess: ({ changed }) => {
        setChosen([]);
        toasts.add({ title: t('channelSettings.copied', { count: changed }) });
      },
    });
  if (others.length === 0) return null;
  return (
    <OnlyFor endpoint={copyChannelSettings}>
      <StackedSection title={t('channelSettings.copy')} text={t('channelSettings.copyText')}>
        <Stack gap="sm">
          <MultiSelect
            label={t('channelSettings.copyTo')}
            description={isDirty ? t('channelSettings.saveFirst') : undefined}
            data={others.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            value={chosen}
            onChange={setChosen}
            searchable
          />
          {copy.error && <FaultNotice error={copy.error} />}
          <Button
            variant="default"
            disabled={ids.length === 0 || isDirty}
            loading={copy.isPending}
            onClick={run}
          >
            {t('channelSettings.copyRun')}
          </Button>
        </Stack>
      </StackedSection>
    </OnlyFor>
  );
}
