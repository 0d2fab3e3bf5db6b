import { publishBot } from '@hanasu/contract/bot-versions';
import type { BotActivity, BotView } from '@hanasu/contract/bots';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BotStateBadge } from '../../../entities/bot/BotStateBadge.tsx';
import { usePauseBot } from '../../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import { BotChannels } from '../BotChannels.tsx';
import { BotMenu } from '../BotMenu.tsx';
import { Noren } from '../Noren.tsx';
import classes from './BotCard.module.css';

const WIDTH = 118;
const HEIGHT = 30;
const EDGE = 4;

/** Conversations of the last days as a line; today's is the dot. */
function WeekLine({ days }: { days: readonly number[] }) {
  const { t } = useWords();
  const format = useFormat();
  const most = Math.max(1, ...days);
  const points = days.map((count, index): [number, number] => [
    EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, days.length - 1),
    HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE),
  ]);
  const [x = 0, y = 0] = points.at(-1) ?? [];
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('botList.week', { counts: days.map((count) => format.number(count)).join(', ') })}
    >
      <path d={`M0 ${HEIGHT - 1}h${WIDTH}`} className={classes.ground} />
      <polyline points={points.map((point) => point.join(',')).join(' ')} className={classes.trend} />
      <circle cx={x} cy={y} r={3} className={classes.today} />
    </svg>
  );
}

interface BotCardProps {
  bot: BotView;
  /** Undefined: nobody wrote to it in the last days, or it is not known yet. */
  activity: BotActivity | undefined;
  isCounted: boolean;
}

/** A shop front: what hangs before it says the state, what is below says how it is doing. */
export function BotCard({ bot, activity, isCounted }: BotCardProps) {
  return (
    <article className={classes.shop}>
      <Noren name={bot.name} state={bot.state} />
      <div className={classes.top}>
        <h2 className={classes.name}>
          <Link to="/Bot/$id" params={{ id: bot.uuid }} className={classes.link}>
            {bot.name}
          </Link>
        </h2>
        <span className={classes.above}>
          <BotMenu bot={bot} />
        </span>
      </div>
      <p className={classes.facts}>
        <Facts bot={bot} />
      </p>
      <div className={classes.marks}>
        <BotStateBadge state={bot.state} />
        <span className={classes.above}>
          <BotChannels bot={bot} />
        </span>
      </div>
      <div className={classes.foot}>
        <Foot {...{ bot, activity, isCounted }} />
      </div>
    </article>
  );
}

function Facts({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const { data: services } = useQuery(servicesQuery);
  const nameOf = useModelName();
  if (bot.sampleText.length > 0) {
    return (
      <span className={classes.warning}>
        <Icon name="triangle-alert" size={14} /> {t('botList.sample', { count: bot.sampleText.length })}
      </span>
    );
  }
  const service = services?.find(({ uuid }) => uuid === bot.serviceUuid);
  const bases = bot.knowledgeUuids.length;
  const knowledge = bases ? t('bots.bases', { count: bases }) : t('bots.noBases');
  return <>{t('botList.facts', { model: service ? nameOf(service) : bot.serviceUuid, knowledge })}</>;
}

/** Who answered, each conversation once: the same numbers as on the home page. */
const splitOf = (activity: BotActivity, number: (value: number) => string) => ({
  botOnly: number(activity.botOnly),
  botAndStaff: number(activity.botAndStaff),
  staffOnly: number(activity.staffOnly),
  unanswered: number(activity.unanswered),
  total: number(activity.conversations),
});

function Foot({ bot, activity, isCounted }: BotCardProps) {
  const { t } = useWords();
  const format = useFormat();
  const pause = usePauseBot();
  if (bot.state === 'draft') {
    return (
      <>
        <span className={classes.note}>{t('botList.unseen')}</span>
        <Can endpoint={publishBot}>
          <Button
            className={classes.above ?? ''}
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/Bot/$id" params={{ id: bot.uuid }} search={{ tab: 'publish' }} {...props} />
            )}
          >
            {t('botList.continue')}
          </Button>
        </Can>
      </>
    );
  }
  const days = activity?.days ?? [];
  const count = (
    <span className={classes.count}>
      <b>{isCounted ? format.number(days.at(-1) ?? 0) : '–'}</b> {t('botList.today')}
    </span>
  );
  if (bot.state === 'paused') {
    return (
      <>
        {count}
        <Can endpoint={publishBot}>
          <Button
            className={classes.above ?? ''}
            size="xs"
            variant="default"
            loading={pause.isPending}
            onClick={() => pause.mutate({ uuid: bot.uuid, paused: false })}
          >
            {t('bot.resume')}
          </Button>
        </Can>
      </>
    );
  }
  return (
    <>
      {count}
      {activity && <WeekLine days={activity.days} />}
      {activity && activity.conversations > 0 && (
        <span className={classes.share} title={t('botList.answeredBy', splitOf(activity, format.number))}>
          {t('botList.alone', { share: format.percent(activity.botOnly / activity.conversations) })}
        </span>
      )}
    </>
  );
}
