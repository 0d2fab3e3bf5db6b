import { AB_LEAST, type AbTest } from '@hanasu/contract/broadcast-ab';
import type { AudienceProblem } from '@hanasu/contract/broadcast-audience';
import type { BroadcastCheck, BroadcastView } from '@hanasu/contract/broadcasts';
import { Stack } from '@mantine/core';
import { useFriendName } from '../../entities/contact/use-friend-name.ts';
import { useProblemWords } from '../../entities/message/compose/BubbleNotes.tsx';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { variantName } from './ab-variants.ts';
import { useChannelName, useReasonWords } from './BroadcastParts.tsx';
import classes from './Broadcasts.module.css';
import { useSampleWarnings } from './use-sample-warnings.ts';
import { useZone } from './use-zone.ts';

/** What its audience names is no longer there. */
const GONE: Partial<Record<AudienceProblem, 'broadcasts.segmentGone' | 'broadcasts.broadcastGone'>> = {
  segment_missing: 'broadcasts.segmentGone',
  broadcast_missing: 'broadcasts.broadcastGone',
};

/** Who would get it, who would not and why, and what it costs. */
export function CheckResult({ check, broadcast }: { check: BroadcastCheck; broadcast: BroadcastView }) {
  const { t } = useWords();
  const format = useFormat();
  const wordsOf = useProblemWords();
  const friendName = useFriendName();
  const { say } = useZone();
  const { abTest } = broadcast;
  const warnings = useSampleWarnings(broadcast);
  const { isReady, count, channels, sample, excluded, problems, audienceProblem, missing } = check;
  const { quietUntil, variants } = check;
  const problemWords = [
    ...new Set(
      problems.map(({ variant, ...problem }) => {
        const text = wordsOf(problem);
        return abTest ? t('broadcasts.ab.ofVariant', { name: variantName(variant), text }) : text;
      }),
    ),
  ];
  return (
    <Stack gap="sm" role="status">
      <p className={classes.count}>
        {isReady ? t('broadcasts.ready', { count, number: format.number(count) }) : t('broadcasts.notReady')}
      </p>
      {(problemWords.length > 0 || audienceProblem || count === 0) && (
        <ul className={`${classes.list} ${classes.warn}`}>
          {problemWords.map((words) => (
            <li key={words}>{words}</li>
          ))}
          {audienceProblem && <li>{t(GONE[audienceProblem] ?? 'broadcasts.segmentBroken')}</li>}
          {!audienceProblem && count === 0 && <li>{t('broadcasts.emptyAudience')}</li>}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className={`${classes.list} ${classes.warn}`}>
          {warnings.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {quietUntil && (
        <span className={classes.warn}>{t('broadcasts.quietCheck', { time: say(quietUntil) })}</span>
      )}
      <Costs channels={channels} />
      {abTest && <Variants variants={variants} abTest={abTest} />}
      {missing.length > 0 && (
        <span className={classes.warn}>{t('broadcasts.missing', { names: format.list(missing) })}</span>
      )}
      {excluded.length > 0 && <Excluded excluded={excluded} />}
      {sample.length > 0 && (
        <p className={classes.note}>
          {t('broadcasts.sample', { names: format.list(sample.map(({ name }) => friendName(name))) })}
        </p>
      )}
    </Stack>
  );
}

function Costs({ channels }: Pick<BroadcastCheck, 'channels'>) {
  const { t } = useWords();
  const format = useFormat();
  const channelName = useChannelName();
  return (
    <ul className={classes.list}>
      {channels.map(({ channelUuid, count: people, cost, left, keep, isShort }) => (
        <li key={channelUuid}>
          {t('broadcasts.reasonCount', { reason: channelName(channelUuid), number: format.number(people) })}
          <small>
            {[
              t('broadcasts.cost', { cost: format.number(cost) }),
              left !== null && t('broadcasts.left', { left: format.number(left) }),
              left !== null && keep > 0 && t('broadcasts.keep', { keep: format.number(keep) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
          {isShort && <span className={classes.warn}>{t('broadcasts.short')}</span>}
        </li>
      ))}
    </ul>
  );
}

/** How many get each variant first. */
function Variants({ variants, abTest }: { variants: BroadcastCheck['variants']; abTest: AbTest }) {
  const { t } = useWords();
  const format = useFormat();
  const countOf = (variant: number | null) => variants.find((each) => each.variant === variant)?.count ?? 0;
  const counts = abTest.shares.map((_, variant) => countOf(variant));
  const waiting = countOf(null);
  const isFew = waiting > 0 && abTest.decide !== 'by_person' && counts.some((count) => count < AB_LEAST);
  return (
    <>
      <strong>{t('broadcasts.ab.title')}</strong>
      <ul className={classes.list}>
        {counts.map((count, variant) => {
          const name = variantName(variant);
          return (
            <li key={name}>
              {t('broadcasts.ab.counts', {
                name: t('broadcasts.ab.variant', { name }),
                number: format.number(count),
              })}
            </li>
          );
        })}
        {waiting > 0 && <li>{t('broadcasts.ab.wait', { number: format.number(waiting) })}</li>}
        {isFew && <li className={classes.warn}>{t('broadcasts.ab.few')}</li>}
      </ul>
    </>
  );
}

function Excluded({ excluded }: Pick<BroadcastCheck, 'excluded'>) {
  const { t } = useWords();
  const format = useFormat();
  const channelName = useChannelName();
  const reasonWords = useReasonWords();
  return (
    <>
      <strong>{t('broadcasts.excluded')}</strong>
      <ul className={classes.list}>
        {excluded.map(({ channelUuid, reason, count: people }) => (
          <li key={channelUuid + reason}>
            {t('broadcasts.reasonCount', { reason: reasonWords(reason), number: format.number(people) })}
            <small>{channelName(channelUuid)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
