import type { TimelineEntry } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TagChip } from '../../../entities/contact/TagChip.tsx';
import { useRunWords } from '../../../entities/contact/use-run-words.ts';
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
  action: 'zap',
  merged: 'merge',
  unmerged: 'users',
  submitted: 'form-input',
  tapped: 'mouse-pointer-click',
  broadcast: 'megaphone',
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
  const { kind, at, tag, channel, conversationUuid, text, submission } = entry;
  const who = useActor()(entry.by);
  const facts = useFacts()(entry.facts);
  const because =
    entry.cause && t('customers.timeline.because', { event: t(`contact.rules.causes.${entry.cause.kind}`) });
  const done = useRunWords();
  const reason = entry.action?.reason && t(`contact.rules.reasons.${entry.action.reason}`);
  const beside = [facts, reason, who, because, channel?.name].filter((word) => word).join(' · ');
  return (
    <li className={classes.event} data-kind={kind}>
      <span className={classes.eventIcon}>
        <Icon name={ICONS[kind]} size={14} />
      </span>
      <div>
        <div className={classes.eventHead}>
          <span>
            {kind === 'action' ? entry.action && done(entry.action) : t(`customers.timeline.kinds.${kind}`)}{' '}
            {tag && <TagChip tag={tag} />} {beside && <span className={classes.sub}>{beside}</span>}
          </span>
          <time className={classes.sub} dateTime={at} title={format.dateTime(at)}>
            {format.ago(at)}
          </time>
        </div>
        {text && <p className={classes.eventText}>{text}</p>}
        {submission && (
          <Link
            to="/Channel/custom_form/$uuid/submissions"
            params={{ uuid: submission.formUuid }}
            search={{ submission: submission.uuid }}
          >
            {t('customers.timeline.submission')}
          </Link>
        )}
        {conversationUuid && (kind === 'wrote' || kind === 'answered') && (
          <Link to="/Channel/conversation/$id" params={{ id: conversationUuid }}>
            {t('friends.conversation')}
          </Link>
        )}
      </div>
    </li>
  );
}

/** Who or what did it; the customer is not named on their own page. */
function useActor(): (by: TimelineEntry['by']) => string | null {
  const { t } = useWords();
  return ({ kind, name }) => {
    if (kind === 'customer') return null;
    const what = t(`customers.timeline.by.${kind}`);
    if (name === null) return what;
    return kind === 'api' || kind === 'rule' || kind === 'form'
      ? t('customers.timeline.named', { what, name })
      : name;
  };
}

/** Facts by the names under which the server keeps them. */
const FACTS = {
  display_name: 'contact.facts.displayName',
  kana: 'contact.facts.kana',
  language: 'contact.facts.language',
  birthday: 'contact.facts.birthday',
  address: 'contact.facts.address',
  note: 'contact.facts.note',
  phones: 'contact.facts.phones',
  emails: 'contact.facts.emails',
  fields: 'customerFields.title',
} as const;
const isFact = (name: string): name is keyof typeof FACTS => Object.hasOwn(FACTS, name);

/** A fact that this page does not know is not named. */
function useFacts(): (names: readonly string[]) => string {
  const { t } = useWords();
  return (names) =>
    names
      .filter(isFact)
      .map((name) => t(FACTS[name]))
      .join(', ');
}
