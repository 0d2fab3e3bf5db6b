import {
  type ChannelSettings,
  CONTENT_CHOICES,
  CONTENT_KINDS,
  type ContentKind,
  type ContentMode,
} from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../../i18n/use-words.ts';
import { StackedSection } from '../../../../shell/components/StackedSection.tsx';
import { servicesQuery } from '../../../../shell/shell.queries.ts';
import { botQuery } from '../../../bots/bots.queries.ts';
import { SelectField } from './fields.tsx';

const FOR_BOT = ['image', 'audio', 'location', 'postback'] as const satisfies ContentKind[];
const isForBot = (kind: ContentKind): kind is (typeof FOR_BOT)[number] => FOR_BOT.some((one) => one === kind);

/** What becomes of messages that are not text, by kind. */
export function ContentSection({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const labelOf = (kind: ContentKind, mode: ContentMode): string => {
    if (mode === 'bot') return isForBot(kind) ? t(`channelSettings.contentForBot.${kind}`) : mode;
    return t(`channelSettings.contentModes.${kind === 'sticker' && mode === 'ask' ? 'thanks' : mode}`);
  };
  const choicesOf = (kind: ContentKind) =>
    CONTENT_CHOICES[kind].map((value) => ({ value, label: labelOf(kind, value) }));
  return (
    <StackedSection title={t('channelSettings.content')} text={t('channelSettings.contentText')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          {CONTENT_KINDS.map((kind) => (
            <SelectField
              key={kind}
              name={`content.${kind}`}
              label={t(`channelSettings.contentKinds.${kind}`)}
              data={choicesOf(kind)}
            />
          ))}
        </SimpleGrid>
        <UnreadNote channel={channel} />
      </Stack>
    </StackedSection>
  );
}

/** Says beforehand what the bot's model can't read: it goes to a person all the same. */
function UnreadNote({ channel: { botUuid } }: { channel: ChannelView }) {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  const [image, audio] = useWatch({ control, name: ['content.image', 'content.audio'] });
  const { data: services } = useQuery(servicesQuery);
  const { data: bot } = useQuery(
    botUuid ? botQuery(botUuid) : { queryKey: ['bots', 'none'], queryFn: skipToken },
  );
  const model = services?.find(({ uuid }) => uuid === bot?.serviceUuid);
  if (!model) return null;
  const notes = [
    image === 'bot' && !model.abilities.vision && t('channelSettings.noVision', { model: model.name }),
    audio === 'bot' && !model.abilities.audio && t('channelSettings.noTranscription'),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <Alert key={note} color="yellow">
      {note}
    </Alert>
  ));
}
