import type { InsightsView } from '@hanasu/contract/insights';
import { localMoment } from '@hanasu/contract/open-hours';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { Legend } from './Legend.tsx';
import classes from './Overview.module.css';

type Line = InsightsView['lines'][number];

const SLOTS_AN_HOUR = 6;
const HEIGHT = 40;
const BASE = 28;
/** What is shown even on a quiet day. */
const FROM_HOUR = 8;
const TO_HOUR = 20;

/** A line a channel: a pulse where the bot answered, a hill where a person did, a hollow mark where somebody waits. */
export function TodayLines({ lines }: { lines: readonly Line[] }) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const shown = lines.filter(({ conversations, waiting }) => conversations + waiting > 0);
  if (lines.length === 0) return null;
  const { minute } = localMoment(me?.account.timeZone ?? 'UTC', new Date());
  const hours = lines.flatMap(({ marks }) => marks.map(({ slot }) => Math.floor(slot / SLOTS_AN_HOUR)));
  const from = Math.min(FROM_HOUR, Math.floor(minute / 60), ...hours);
  const to = Math.max(TO_HOUR, Math.ceil((minute + 1) / 60), ...hours.map((hour) => hour + 1));
  return (
    <section aria-labelledby="today" className={classes.section}>
      <div className={classes.chartHead}>
        <h2 id="today" className={classes.heading}>
          {t('overview.lines.title')}
        </h2>
        {shown.length > 0 && (
          <Legend
            items={[
              ['bot', t('overview.lines.bot')],
              ['person', t('overview.lines.person')],
              ['waiting', t('overview.lines.waits')],
            ]}
          />
        )}
      </div>
      {shown.length === 0 && <p className={classes.none}>{t('overview.lines.none')}</p>}
      {shown.length > 0 && (
        <>
          <ul className={classes.lines}>
            {shown.map((line) => (
              <ChannelLine key={line.channel.uuid} line={line} from={from} to={to} now={minute / 60} />
            ))}
          </ul>
          <Hours from={from} to={to} />
        </>
      )}
    </section>
  );
}

interface ChannelLineProps {
  line: Line;
  /** Hours of the day. */
  from: number;
  to: number;
  now: number;
}

function ChannelLine({ line, from, to, now }: ChannelLineProps) {
  const { t } = useWords();
  const { channel, conversations, waiting, marks } = line;
  const { ref, width } = useElementSize();
  const xOf = (hour: number) => ((hour - from) / (to - from)) * width;
  const slot = Math.max(width / ((to - from) * SLOTS_AN_HOUR), 5);
  return (
    <li className={classes.line}>
      <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }} className={classes.channel}>
        <ChannelMark kind={channel.kind} /> <span>{channel.name}</span>
      </Link>
      <div ref={ref} className={classes.track}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={t('overview.lines.spoken', {
              name: channel.name,
              conversations: String(conversations),
              waiting: String(waiting),
            })}
          >
            <path d={`M0 ${BASE}H${xOf(now)}`} stroke="var(--ink-line)" />
            <path d={`M${xOf(now)} ${BASE}H${width}`} stroke="var(--border-strong)" strokeDasharray="1 4" />
            {marks.map(({ slot: at, by }) => (
              <Mark key={`${by}${at}`} by={by} x={xOf(at / SLOTS_AN_HOUR)} width={slot} />
            ))}
            <path d={`M${xOf(now)} 4V${BASE + 5}`} stroke="var(--ink-line)" strokeWidth={1.5} />
          </svg>
        )}
      </div>
      <span className={classes.lineCount}>
        <Link to="/Message" search={{ channel: channel.uuid }}>
          {t('overview.lines.conversations', { count: conversations })}
        </Link>
        {waiting > 0 && (
          <Link to="/Message" search={{ channel: channel.uuid, tab: 'waiting' }} data-waiting>
            {t('overview.lines.waiting', { count: waiting })}
          </Link>
        )}
      </span>
    </li>
  );
}

const MARK_HEIGHT = 16;

function Mark({ by, x, width }: { by: Line['marks'][number]['by']; x: number; width: number }) {
  const top = BASE - MARK_HEIGHT;
  if (by === 'bot')
    return <path d={`M${x} ${BASE}V${top}H${x + width}V${BASE}`} className={classes.botMark} />;
  if (by === 'person')
    return (
      <path
        d={`M${x - 3} ${BASE}C${x} ${BASE} ${x} ${top} ${x + width / 2} ${top}S${x + width} ${BASE} ${x + width + 3} ${BASE}`}
        className={classes.personMark}
      />
    );
  const middle = x + width / 2;
  return <path d={`M${middle} ${BASE - 13}l6 6-6 6-6-6z`} className={classes.waitingMark} />;
}

/** First letter and colour of the kind of channel. */
function ChannelMark({ kind }: { kind: string }) {
  const manifest = kindOf(kind)?.manifest;
  return (
    <span
      className={classes.mark}
      style={{ borderColor: manifest?.color ?? 'var(--text-dim)' }}
      title={manifest?.name ?? kind}
      aria-hidden
    >
      {(manifest?.name ?? kind).slice(0, 1).toUpperCase()}
    </span>
  );
}

const LABEL_EVERY_HOURS = 3;
/** Of the line, as wide as a label on a phone. */
const END_SHARE = 0.08;

function Hours({ from, to }: { from: number; to: number }) {
  const labels = Array.from({ length: to - from }, (_, index) => from + index).filter(
    // One at the very end would stand outside.
    (hour) => hour % LABEL_EVERY_HOURS === 0 && (to - hour) / (to - from) > END_SHARE,
  );
  return (
    <div className={classes.hours} aria-hidden>
      <span />
      <span className={classes.hourScale}>
        {labels.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${((hour - from) / (to - from)) * 100}%` }}>
            {hour}:00
          </span>
        ))}
      </span>
      <span />
    </div>
  );
}
