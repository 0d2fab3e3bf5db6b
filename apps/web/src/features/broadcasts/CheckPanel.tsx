import {
  type BroadcastCheck,
  type BroadcastView,
  scheduleBroadcast,
  startBroadcast,
  testBroadcast,
} from '@hanasu/contract/broadcasts';
import { Alert, Button, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { CheckLinks } from './BroadcastLinks.tsx';
import classes from './Broadcasts.module.css';
import { useCheckBroadcast, useScheduleBroadcast } from './broadcasts.queries.ts';
import { CheckResult } from './CheckResult.tsx';
import { type Asked, SendDialog } from './SendDialogs.tsx';
import { useZone } from './use-zone.ts';

interface CheckPanelProps {
  broadcast: BroadcastView;
  isDirty: boolean;
  /** Saves what is not saved yet; false: it could not be. */
  flush: () => Promise<boolean>;
}

/** Who would get it and what it costs, and from there the ways to send it. */
export function CheckPanel({ broadcast, isDirty, flush }: CheckPanelProps) {
  const { t } = useWords();
  const check = useCheckBroadcast(broadcast.uuid);
  const [asked, setAsked] = useState<Asked>(null);
  const [seen, setSeen] = useState<number | null>(null);
  const [isUnfinished, setUnfinished] = useState(false);
  const forget = useEffectEvent(check.reset);
  // What was found of an earlier message says nothing of this one.
  useEffect(() => {
    if (isDirty) forget();
  }, [isDirty]);
  const look = async (): Promise<BroadcastCheck | null> => {
    // A number that can't be read is not saved, and the field says so.
    const isFaulty = focusFault();
    if (isFaulty || !(await flush())) {
      setUnfinished(isFaulty || focusFault());
      return null;
    }
    setUnfinished(false);
    try {
      const found = await check.mutateAsync(undefined);
      setSeen(Date.now());
      return found;
    } catch {
      return null;
    }
  };
  /** Nothing is asked for that can't be sent; why is said here. */
  const ask = async (what: Exclude<Asked, null>) => {
    const found = await look();
    if (found && (found.isReady || (what === 'test' && found.problems.length === 0))) setAsked(what);
  };
  return (
    <Surface aria-label={t('broadcasts.check')}>
      <Stack gap="md">
        <h2 className={classes.heading}>{t('broadcasts.check')}</h2>
        <Standing broadcast={broadcast} />
        <p className={classes.note}>{t('broadcasts.checkText')}</p>
        {isUnfinished && (
          <Alert color="red" role="alert">
            {t('broadcasts.unfinishedFields')}
          </Alert>
        )}
        {check.error && (
          <Alert color="red" role="alert">
            {errorMessage(check.error)}
          </Alert>
        )}
        {check.data && !isDirty && <CheckLinks check={check.data} linkTracking={broadcast.linkTracking} />}
        {check.data && !isDirty && <CheckResult check={check.data} broadcast={broadcast} />}
        <Button
          variant="default"
          leftSection={<Icon name="refresh-cw" size={14} />}
          loading={check.isPending}
          onClick={() => void look()}
        >
          {t(seen === null ? 'broadcasts.checkAction' : 'broadcasts.checkAgain')}
        </Button>
        <Ways broadcast={broadcast} isBusy={check.isPending} flush={flush} onAsk={(what) => void ask(what)} />
      </Stack>
      <SendDialog broadcast={broadcast} asked={asked} check={check.data} onClose={() => setAsked(null)} />
    </Surface>
  );
}

/** Focuses the first invalid field; false: there is none. */
function focusFault(): boolean {
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
  field?.focus();
  return field !== null;
}

interface WaysProps extends Pick<CheckPanelProps, 'broadcast' | 'flush'> {
  isBusy: boolean;
  onAsk: (what: Exclude<Asked, null>) => void;
}

/** The ways to send it. */
function Ways({ broadcast, isBusy, flush, onAsk }: WaysProps) {
  const { t } = useWords();
  const scheduling = useScheduleBroadcast(broadcast.uuid);
  return (
    <>
      {scheduling.error && (
        <Alert color="red" role="alert">
          {errorMessage(scheduling.error)}
        </Alert>
      )}
      <Can endpoint={testBroadcast}>
        <Button variant="default" disabled={isBusy} onClick={() => onAsk('test')}>
          {t('broadcasts.test')}
        </Button>
      </Can>
      <Can endpoint={scheduleBroadcast}>
        {broadcast.state === 'scheduled' ? (
          <Button
            variant="default"
            loading={scheduling.isPending}
            onClick={() => void flush().then((isSaved) => isSaved && scheduling.mutate(null))}
          >
            {t('broadcasts.unschedule')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<Icon name="calendar-clock" size={14} />}
            disabled={isBusy}
            onClick={() => onAsk('schedule')}
          >
            {t('broadcasts.schedule')}
          </Button>
        )}
      </Can>
      <Can endpoint={startBroadcast}>
        <Button leftSection={<Icon name="send" size={14} />} disabled={isBusy} onClick={() => onAsk('send')}>
          {t('broadcasts.sendNow')}
        </Button>
      </Can>
    </>
  );
}

/** When it will start, or why it did not. */
function Standing({ broadcast: { state, reason, startAt } }: { broadcast: BroadcastView }) {
  const { t } = useWords();
  const inZone = useZone();
  return (
    <>
      {state === 'scheduled' && startAt && (
        <Alert color="blue">{t('broadcasts.scheduledFor', { time: inZone.say(startAt) })}</Alert>
      )}
      {state === 'draft' && reason && <Alert color="orange">{t(`broadcasts.why.${reason}`)}</Alert>}
    </>
  );
}
