import type { TimelineEntry } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TagChip } from '../../../entities/contact/TagChip.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import classes from './Customers.module.css';
import { timelineQuery } from './customers.queries.ts';

const ICONS = {
  created: 'plus',
  followed: 'user-check',
  blocked: 'ban',
  wrote: 'message-circle',
  answered: 'corner-down-left',
  tagged: 'tags',
  untagged: 'tags',
  changed: 'pencil',
  consent: 'check-circle-2',
  owner: 'user-plus',
} as const satisfies Record<TimelineEntry['kind'], IconName>;

/** What happened with a customer on every channel, newest first. */
export function Timeline({ uuid }: { uuid: CustomerId }) {
  const { t } = useWords();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(timelineQuery(uuid));
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Rows />}
      {data && entries.length === 0 && <p className={classes.sub}>{t('customers.timeline.empty')}</p>}
      <ol className={classes.plain}>
        {entries.map((entry) => (
          <Entry key={entry.uuid} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('customers.more')}
        </Button>
      )}
    </>
  );
}

const Rows = () => (
  <div aria-hidden>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height={28} my={14} animate={false} />
    ))}
  </div>
);

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useWords();
  const format = useFormat();
  const { kind, at, by, tag, channel, conversationUuid, text } = entry;
  const who = [by, channel?.name].filter(Boolean).join(' · ');
  return (
    <li className={classes.event} data-kind={kind}>
      <span className={classes.eventIcon}>
        <Icon name={ICONS[kind]} size={14} />
      </span>
      <div>
        <div className={classes.eventHead}>
          <span>
            {t(`customers.timeline.kinds.${kind}`)} {tag && <TagChip tag={tag} />}{' '}
            {who && <span className={classes.sub}>{who}</span>}
          </span>
          <time className={classes.sub} dateTime={at} title={format.dateTime(at)}>
            {format.ago(at)}
          </time>
        </div>
        {text && <p className={classes.eventText}>{text}</p>}
        {conversationUuid && (kind === 'wrote' || kind === 'answered') && (
          <Link to="/Channel/conversation/$id" params={{ id: conversationUuid }}>
            {t('friends.conversation')}
          </Link>
        )}
      </div>
    </li>
  );
}
