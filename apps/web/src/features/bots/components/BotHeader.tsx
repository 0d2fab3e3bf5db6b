import type { BotView } from '@hanasu/contract/bots';
import { ActionIcon, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './BotEdit.module.css';
import { DeleteBotMenu } from './DeleteBotMenu.tsx';

export function BotHeader({ bot }: { bot: BotView }) {
  const { t } = useWords();
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        renderRoot={(props) => <Link to="/Bot" {...props} />}
        aria-label={`${t('shell.back')}: ${t('bots.title')}`}
      >
        <Icon name="arrow-left" size={18} />
      </ActionIcon>
      <h1 className={classes.name}>{bot.name}</h1>
      <div className={classes.barBadges}>
        {bot.channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <DeleteBotMenu bot={bot} />
    </header>
  );
}
