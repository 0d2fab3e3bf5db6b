import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { messageHitsQuery } from '../inbox.queries.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import { type ConversationListProps, Searching } from './ConversationList.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import classes from './List.module.css';

const FIRST = 5;

interface SearchResultsProps extends Omit<ConversationListProps, 'from' | 'onAbove' | 'colleagues'> {
  q: string;
  message: MessageId | null;
  isLoading: boolean;
  onHit: (conversation: ConversationId, message: MessageId) => void;
}

/** Whoever is called so, and whatever was said so. */
export function SearchResults(props: SearchResultsProps) {
  const { q, conversations, isLoading, message, onHit } = props;
  const { t } = useWords();
  const hits = useInfiniteQuery(messageHitsQuery(q));
  const found = hits.data?.pages.flatMap(({ items }) => items) ?? [];
  if (hits.isSuccess && !isLoading && found.length === 0 && conversations.length === 0) {
    return <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={classes.listScroll} tabIndex={0} aria-label={t('inbox.list')}>
      {conversations.length > 0 && <Conversations {...props} />}
      <h2 className={classes.resultsHead}>{t('inboxList.find.messages')}</h2>
      {hits.isError && (
        <div className={classes.notice}>
          <ErrorNotice error={hits.error} onRetry={() => void hits.refetch()} />
        </div>
      )}
      {hits.isPending && <Searching />}
      {hits.isSuccess && found.length === 0 && (
        <p className={classes.noHits}>{t('inboxList.find.noMessages')}</p>
      )}
      <ul className={classes.hits}>
        {found.map((hit) => (
          <Hit
            key={hit.message.uuid}
            q={q}
            conversation={hit.conversation}
            snippet={hit.snippet}
            at={hit.message.createdAt}
            isOpen={hit.message.uuid === message}
            onOpen={() => onHit(hit.conversation.uuid, hit.message.uuid)}
          />
        ))}
      </ul>
      {hits.hasNextPage && (
        <Button
          fullWidth
          variant="subtle"
          loading={hits.isFetchingNextPage}
          onClick={() => void hits.fetchNextPage()}
        >
          {t('inboxList.find.more')}
        </Button>
      )}
    </section>
  );
}

function Conversations(props: SearchResultsProps) {
  const { conversations, open, typing, selected, isSelecting, hrefOf, onOpen, onSelect, onMore } = props;
  const { t } = useWords();
  const [all, setAll] = useState(false);
  const shown = all ? conversations : conversations.slice(0, FIRST);
  return (
    <>
      <h2 className={classes.resultsHead}>{t('inboxList.find.people')}</h2>
      <ul className={classes.hits}>
        {shown.map((conversation) => (
          <li key={conversation.uuid}>
            <ConversationRow
              conversation={conversation}
              isOpen={conversation.uuid === open}
              isTyping={typing.has(conversation.uuid)}
              isSelected={selected.has(conversation.uuid)}
              isSelecting={isSelecting}
              viewers=""
              href={hrefOf(conversation.uuid)}
              onOpen={onOpen}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
      {(all ? onMore !== undefined : conversations.length > FIRST) && (
        <Button fullWidth variant="subtle" onClick={() => (all ? onMore?.() : setAll(true))}>
          {t('inboxList.find.more')}
        </Button>
      )}
    </>
  );
}

interface HitProps {
  q: string;
  conversation: ConversationView;
  snippet: string;
  at: string;
  isOpen: boolean;
  onOpen: () => void;
}

function Hit({ q, conversation, snippet, at, isOpen, onOpen }: HitProps) {
  const format = useFormat();
  const { nameOf } = useConversationWords();
  return (
    <li>
      <button
        type="button"
        className={classes.hit}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <FriendFace
          name={nameOf(conversation)}
          pictureUrl={conversation.friend?.pictureUrl ?? null}
          size={28}
        />
        <span className={classes.hitBody}>
          <span className={classes.rowTop}>
            <span className={classes.rowName}>{nameOf(conversation)}</span>
            {conversation.channel && <span className={classes.reason}>{conversation.channel.name}</span>}
            <time className={classes.rowTime} dateTime={at} title={format.dateTime(at)}>
              {format.ago(at)}
            </time>
          </span>
          <span className={classes.snippet}>
            {hitParts(snippet, q).map(({ text, isHit, from }) =>
              isHit ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

const plain = (text: string): string =>
  [...text]
    .map((letter) => {
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
      // One letter stays one letter, so that places in the bare text are places in the text.
      return letter === 'đ' || letter === 'Đ'
        ? 'd'
        : bare.length === letter.length
          ? bare
          : letter.toLowerCase();
    })
    .join('');

interface HitPart {
  text: string;
  isHit: boolean;
  from: number;
}

/** A snippet cut where the words of a search stand, with or without their marks. */
export function hitParts(snippet: string, query: string): HitPart[] {
  const composed = snippet.normalize('NFC');
  const bare = plain(composed);
  const wanted = plain(query.trim().normalize('NFC'));
  const parts: HitPart[] = [];
  let at = 0;
  for (let found = wanted ? bare.indexOf(wanted) : -1; found >= 0; found = bare.indexOf(wanted, at)) {
    if (found > at) parts.push({ text: composed.slice(at, found), isHit: false, from: at });
    at = found + wanted.length;
    parts.push({ text: composed.slice(found, at), isHit: true, from: found });
  }
  if (at < composed.length) parts.push({ text: composed.slice(at), isHit: false, from: at });
  return parts;
}
