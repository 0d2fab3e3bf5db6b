import type { ChannelId } from '@hanasu/contract/ids';
import { changeMenusAtLine, type MenusAtLine } from '@hanasu/contract/menus-at-line';
import { Alert, Button, Group, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './RichMenus.module.css';
import { menusAtLineQuery, menusQuery, useOrderAtLine } from './rich-menus.queries.ts';

/** What of a channel’s menus is at LINE, and how far the work is. */
export function AtLine({ channelUuid }: { channelUuid: ChannelId }) {
  const found = useQuery(menusAtLineQuery(channelUuid));
  if (found.isError && !found.data)
    return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  // LINE has never been told anything.
  if (!found.data || (found.data.job.state === 'idle' && found.data.checkedAt === null)) return null;
  return (
    <>
      <Progressing found={found.data} />
      <Drift found={found.data} />
    </>
  );
}

const nameIn = (
  menus: readonly { readonly uuid: string; readonly name: string }[] | undefined,
  uuid: string | null,
): string => menus?.find((menu) => menu.uuid === uuid)?.name ?? '—';

type Job = MenusAtLine['job'];
/** What ended the run may stand among its problems already. */
const problemsOf = ({ problems, error }: Job): Job['problems'] =>
  error === null || problems.some(({ code }) => code === error)
    ? problems
    : [{ code: error, menuUuid: null, pageId: null, reason: null, detail: null }, ...problems];

/** One line: done, going on, waiting for the vendor’s hour, or failed. */
export function Progressing({ found }: { found: MenusAtLine }) {
  const { t } = useWords();
  const format = useFormat();
  const order = useOrderAtLine();
  const { data: channels } = useQuery(channelsQuery);
  const { data: menus } = useQuery(menusQuery(found.channelUuid));
  const { job, friends, checkedAt, channelUuid } = found;
  const isSandbox = channels?.items.some(({ uuid, sandbox }) => uuid === channelUuid && sandbox);
  const isWhole = job.error !== null || job.problems.some(({ code }) => code === 'other_installation');
  const check = () => order.mutate({ do: 'check', channelUuid });
  if (job.state === 'failed')
    return (
      <Alert
        color="red"
        role="alert"
        title={t(isWhole ? 'richMenus.line.failed' : 'richMenus.line.partlyFailed')}
      >
        {t(isWhole ? 'richMenus.line.failedText' : 'richMenus.line.partlyFailedText')}
        <ul className={classes.drifts}>
          {problemsOf(job).map(({ code, menuUuid, pageId, reason }) => (
            <li key={`${code}${menuUuid}${pageId}`}>
              {t(`richMenus.line.problem.${code}`, { name: nameIn(menus, menuUuid) })}
              {reason && ` ${t(`richMenus.line.reason.${reason}`)}`}
            </li>
          ))}
        </ul>
        <Can endpoint={changeMenusAtLine}>
          <Button size="xs" variant="default" mt="xs" loading={order.isPending} onClick={check}>
            {t('shell.retry')}
          </Button>
        </Can>
      </Alert>
    );
  const isBusy = job.state !== 'idle';
  const isLinking = friends.linked < friends.wanted;
  const numbers = { done: format.number(job.done), total: format.number(job.total) };
  // How much there is to do is known once the menus at LINE were read.
  const busyText = job.total > 0 ? t('richMenus.line.busy', numbers) : t('richMenus.line.begins');
  return (
    <div className={classes.atLine}>
      <span role="status" className={classes.lineState}>
        <Icon name={isBusy ? 'loader' : 'check'} size={15} />
        {isBusy ? busyText : t('richMenus.line.idle')}
        {isBusy && job.waitsUntil && ` ${t('richMenus.line.waits', { time: format.time(job.waitsUntil) })}`}
        {isBusy &&
          job.endsAt &&
          job.endsAt !== job.waitsUntil &&
          ` ${t('richMenus.line.ends', { time: format.dateTime(job.endsAt) })}`}
        {isLinking &&
          ` ${t('richMenus.line.linking', {
            linked: format.number(friends.linked),
            count: friends.wanted,
            number: format.number(friends.wanted),
          })}`}
        {!isBusy && checkedAt && ` ${t('richMenus.line.checked', { time: format.time(checkedAt) })}`}
      </span>
      {isBusy && job.total > 0 && (
        <Progress value={(100 * job.done) / job.total} aria-label={t('richMenus.line.progress')} w={160} />
      )}
      {!isBusy && (
        <Can endpoint={changeMenusAtLine}>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Icon name="refresh-cw" size={14} />}
            loading={order.isPending}
            onClick={check}
          >
            {t('richMenus.line.check')}
          </Button>
        </Can>
      )}
      {!isBusy && isSandbox && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<Icon name="smartphone" size={14} />}
          renderRoot={(props) => (
            <Link to="/Channel/Instance/$id/simulator" params={{ id: channelUuid }} {...props} />
          )}
        >
          {t('richMenus.line.tryPhone')}
        </Button>
      )}
    </div>
  );
}

/** What another tool changed there, and what a menu of ours hides. */
function Drift({ found }: { found: MenusAtLine }) {
  const { t } = useWords();
  const format = useFormat();
  const order = useOrderAtLine();
  const { data: menus } = useQuery(menusQuery(found.channelUuid));
  const { drift, channelUuid, otherMenus } = found;
  const isOut = found.default.wanted !== null || found.menus.length > 0;
  return (
    <>
      {drift.length > 0 && (
        <Alert color="orange" role="alert" title={t('richMenus.drift.title')}>
          <ul className={classes.drifts}>
            {drift.map(({ kind, menuUuid, pageId, at }) => (
              <li key={`${kind}${menuUuid}${pageId}`}>
                {t(`richMenus.drift.${kind}`, { name: nameIn(menus, menuUuid) })} ({format.dateTime(at)})
              </li>
            ))}
          </ul>
          <Can endpoint={changeMenusAtLine}>
            <Group gap="xs" mt="xs">
              <Button
                size="xs"
                loading={order.isPending}
                onClick={() => order.mutate({ do: 'takeBack', channelUuid })}
              >
                {t('richMenus.drift.restore')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={order.isPending}
                onClick={() => order.mutate({ do: 'leave', channelUuid })}
              >
                {t('richMenus.drift.leave')}
              </Button>
            </Group>
          </Can>
        </Alert>
      )}
      {isOut && (
        <p className={classes.note}>
          <Icon name="info" size={14} /> {t('richMenus.line.hides')}
          {otherMenus > 0 &&
            ` ${t('richMenus.line.others', { count: otherMenus, number: format.number(otherMenus) })}`}
        </p>
      )}
    </>
  );
}
