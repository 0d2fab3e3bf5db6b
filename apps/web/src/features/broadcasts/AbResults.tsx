import { AB_SURE, type AbReport, chooseAbWinner } from '@hanasu/contract/broadcast-ab';
import type { BroadcastView } from '@hanasu/contract/broadcasts';
import { Badge, Button, Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FirstWords } from '../../entities/message/FirstWords.tsx';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { variantName } from './ab-variants.ts';
import classes from './Broadcasts.module.css';
import { abReportQuery, useChooseWinner } from './broadcasts.queries.ts';
import { DialogFoot } from './SendDialogs.tsx';
import { useZone } from './use-zone.ts';

/** How the variants of the A/B test do, and which one goes on. */
export function AbResults({ broadcast }: { broadcast: BroadcastView }) {
  const { t } = useWords();
  const { data: report, error, refetch } = useQuery(abReportQuery(broadcast));
  const [chosen, setChosen] = useState<number | null>(null);
  if (error && !report) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton height={160} radius="lg" aria-hidden />;
  const isOpen = report.waiting > 0 && !report.winner && isRunning(broadcast);
  return (
    <Surface aria-label={t('broadcasts.ab.title')}>
      <Stack gap="sm">
        <h2 className={classes.heading}>{t('broadcasts.ab.title')}</h2>
        <Standing report={report} isOpen={isOpen} />
        <Variants broadcast={broadcast} report={report} onChoose={isOpen ? setChosen : null} />
        <p className={classes.note}>
          <Icon name="info" size={14} /> {t('broadcasts.ab.note')}
        </p>
      </Stack>
      <ChooseDialog
        broadcast={broadcast}
        waiting={report.waiting}
        variant={chosen}
        onClose={() => setChosen(null)}
      />
    </Surface>
  );
}

const isRunning = ({ state }: BroadcastView): boolean =>
  state === 'sending' || state === 'waiting' || state === 'paused';

/** Number of people who wait and until when, or the result. */
function Standing({ report: { waiting, winner, decideAt }, isOpen }: { report: AbReport; isOpen: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { say } = useZone();
  const number = format.number(waiting);
  if (winner)
    return (
      <p className={classes.text} role="status">
        {t(`broadcasts.ab.wonBy.${winner.by}`, { name: variantName(winner.variant) })}
      </p>
    );
  if (!isOpen) return null;
  return (
    <p className={classes.text} role="status">
      {decideAt
        ? t('broadcasts.ab.waitsUntil', { count: waiting, number, time: say(decideAt) })
        : t('broadcasts.ab.waits', { count: waiting, number })}
    </p>
  );
}

/** Chance to be the best, in words; a number would look more certain than it is. */
function chanceWords(chance: number | null) {
  if (chance === null) return 'few';
  if (chance >= 0.99) return 'surely';
  if (chance >= AB_SURE) return 'very';
  if (chance >= 0.75) return 'probably';
  if (chance >= 0.25) return 'maybe';
  return chance >= 0.01 ? 'hardly' : 'never';
}

function Variants({
  broadcast: { content, abTest },
  report: { metric, variants, winner },
  onChoose,
}: {
  broadcast: BroadcastView;
  report: AbReport;
  /** Null: no recipient waits for a winner. */
  onChoose: ((variant: number) => void) | null;
}) {
  const { t } = useWords();
  const format = useFormat();
  const contents = [content, ...(abTest?.others ?? [])];
  return (
    <DataTable label={t('broadcasts.ab.title')}>
      <thead>
        <tr>
          <th>{t('broadcasts.ab.variants')}</th>
          <th>{t('broadcasts.ab.accepted')}</th>
          <th>{t(`broadcasts.ab.metrics.${metric}`)}</th>
        </tr>
      </thead>
      <tbody>
        {variants.map(({ variant, accepted, tested, reacted, chance }) => {
          const said = contents[variant];
          return (
            <tr key={variant}>
              <td>
                <span className={cellClasses.main}>
                  {t('broadcasts.ab.variant', { name: variantName(variant) })}
                </span>{' '}
                {winner?.variant === variant && (
                  <Badge color="green" leftSection={<Icon name="check" size={12} />}>
                    {t('broadcasts.ab.winner')}
                  </Badge>
                )}
                {said && (
                  <div className={cellClasses.sub}>
                    <FirstWords content={said} />
                  </div>
                )}
                {onChoose && (
                  <Can endpoint={chooseAbWinner}>
                    <Button size="xs" variant="default" mt={6} onClick={() => onChoose(variant)}>
                      {t('broadcasts.ab.choose', { name: variantName(variant) })}
                    </Button>
                  </Can>
                )}
              </td>
              <td>{format.number(accepted)}</td>
              <td>
                {t('broadcasts.ab.rate', {
                  number: format.number(reacted),
                  percent: format.decimal(tested === 0 ? 0 : Math.round((1_000 * reacted) / tested) / 10),
                })}
                <div className={cellClasses.sub}>{t(`broadcasts.ab.chances.${chanceWords(chance)}`)}</div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

function ChooseDialog({
  broadcast,
  waiting,
  variant,
  onClose,
}: {
  broadcast: BroadcastView;
  waiting: number;
  variant: number | null;
  onClose: () => void;
}) {
  const { t } = useWords();
  const format = useFormat();
  const choose = useChooseWinner(broadcast.uuid);
  const close = () => {
    choose.reset();
    onClose();
  };
  const name = variantName(variant ?? 0);
  return (
    <Modal
      opened={variant !== null}
      onClose={close}
      centered
      title={t('broadcasts.ab.chooseTitle', { name })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <span>{t('broadcasts.ab.chooseText', { count: waiting, number: format.number(waiting) })}</span>
        <DialogFoot error={choose.error} onClose={close}>
          <Button
            loading={choose.isPending}
            onClick={() => variant !== null && choose.mutate(variant, { onSuccess: close })}
          >
            {t('broadcasts.ab.choose', { name })}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
