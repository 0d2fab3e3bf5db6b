import type { BotView } from '@hanasu/contract/bots';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from '../../../shell/components/Cards.module.css';
import { Icon } from '../../../shell/Icon.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { splitName } from '../model-choices.ts';
import { BotMenu } from './BotMenu.tsx';
import { StateBadge } from './StateBadge.tsx';

export function BotCard({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: services } = useQuery(servicesQuery);
  const service = services?.find(({ uuid }) => uuid === bot.serviceUuid);
  const bases = bot.knowledgeUuids.length;
  return (
    <article className={classes.card}>
      <div className={classes.cardTop}>
        <span className={classes.face}>
          <Icon name="bot" size={19} />
        </span>
        <h2 className={classes.cardName}>
          <Link to="/Bot/$id" params={{ id: bot.uuid }} className={classes.cardLink}>
            {bot.name}
          </Link>
        </h2>
        <span className={classes.above}>
          <BotMenu bot={bot} />
        </span>
      </div>
      <p className={classes.cardFacts}>
        {service ? splitName(service.name).name : bot.serviceUuid}
        {' · '}
        {bases ? t('bots.bases', { count: bases }) : t('bots.noBases')}
      </p>
      <div className={classes.badges}>
        <StateBadge state={bot.state} />
        {bot.channels.length === 0 && (
          <Badge color="gray" leftSection={<Icon name="circle-dashed" size={12} />}>
            {t('bots.notConnected')}
          </Badge>
        )}
        {bot.channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <p className={classes.cardFoot} title={format.dateTime(bot.updatedAt)}>
        {t('bots.updated', { when: format.ago(bot.updatedAt) })}
      </p>
    </article>
  );
}
