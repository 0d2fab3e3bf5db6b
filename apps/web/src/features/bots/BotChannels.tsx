import type { BotView } from '@hanasu/contract/bots';
import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';

/** How many channels a bot answers on, and which. */
export function BotChannels({ bot }: { bot: Pick<BotView, 'channels' | 'name'> }) {
  const { t } = useWords();
  const kindOf = useKindName();
  const { channels } = bot;
  if (channels.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<Icon name="chevron-down" size={14} />}
          style={{ flexShrink: 0 }}
        >
          {t('botList.channels', { count: channels.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {channels.map(({ uuid, kind, name }) => (
          <Menu.Item
            key={uuid}
            renderRoot={(props) => <Link to="/Channel/Instance/$id" params={{ id: uuid }} {...props} />}
          >
            {t('botList.channel', { name, kind: kindOf(kind) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
