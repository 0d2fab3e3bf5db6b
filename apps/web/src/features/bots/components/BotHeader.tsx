import type { BotView } from '@hanasu/contract/bots';
import { Badge } from '@mantine/core';
import { Breadcrumbs } from '../../../shell/components/Breadcrumbs.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { Autosave } from '../use-autosave.ts';
import classes from './BotEdit.module.css';
import { BotMenu } from './BotMenu.tsx';
import { StateBadge } from './StateBadge.tsx';

export function BotHeader({ bot, autosave }: { bot: BotView; autosave: Autosave }) {
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{bot.name}</h1>
      <div className={classes.barBadges}>
        <StateBadge state={bot.state} />
        {bot.channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <BotMenu bot={bot} beforeAction={autosave.flush} onPaused={autosave.replace} />
    </header>
  );
}
