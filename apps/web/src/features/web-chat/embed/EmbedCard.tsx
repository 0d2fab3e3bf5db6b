import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { embedQuery } from './embed.queries.ts';
import { WebChatSwitch } from './WebChatSwitch.tsx';

/** The switch of a bot's web chat in its editor; all else has a page of its own. */
export function EmbedCard({ botUuid }: { readonly botUuid: BotId }) {
  const { t } = useWords();
  const setting = useQuery(embedQuery(botUuid));
  const bot = useQuery(botQuery(botUuid));
  return (
    <StackedSection title={t('embed.title')} text={t('embed.text')}>
      {setting.isError && <ErrorNotice error={setting.error} onRetry={() => void setting.refetch()} />}
      {setting.isPending && <Skeleton height={80} aria-hidden />}
      {setting.data && bot.data && (
        <Stack gap="md">
          <CanEdit endpoint={updateEmbedSetting}>
            <WebChatSwitch botUuid={botUuid} setting={setting.data} isPublished={bot.data.version > 0} />
          </CanEdit>
          <Group>
            <Button
              variant="default"
              leftSection={<Icon name="code-xml" />}
              renderRoot={(props) => <Link to="/Channel/custom_chat" search={{ bot: botUuid }} {...props} />}
            >
              {t('webChannel.setUp')}
            </Button>
          </Group>
        </Stack>
      )}
    </StackedSection>
  );
}
