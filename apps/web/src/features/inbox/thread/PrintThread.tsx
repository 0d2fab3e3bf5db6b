import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { type ConversationView, listMessages, type MessageView } from '@hanasu/contract/inbox';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { Printed } from '../../../shell/components/Printed.tsx';
import { useConversationWords } from '../use-conversation-words.ts';
import { MessageContent } from './MessageContent.tsx';
import { broadcastOf, factsOf } from './message-facts.ts';
import classes from './PrintThread.module.css';

/** Of a longer conversation the newest are printed. */
const PAGES_MAX = 20;

interface WholeThread {
  /** Oldest first. */
  readonly messages: readonly MessageView[];
  readonly isWhole: boolean;
}

/** Every message of a conversation, also those that the page has not loaded. */
async function loadThread(uuid: ConversationId): Promise<WholeThread> {
  const pages: MessageView[][] = [];
  let before: MessageId | undefined;
  do {
    const query = { pageSize: PAGE_SIZE_MAX, ...(before ? { before } : {}) };
    const { items } = await call(listMessages, { params: { uuid }, query });
    pages.unshift(items);
    before = items.length < PAGE_SIZE_MAX ? undefined : items[0]?.uuid;
  } while (before && pages.length < PAGES_MAX);
  return { messages: pages.flat(), isWhole: before === undefined };
}

/** Loads the whole conversation and prints it. `sheet` is rendered beside what is on the screen. */
export function usePrintThread(conversation: ConversationView) {
  const [thread, setThread] = useState<WholeThread | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: loadThread,
    onSuccess(loaded) {
      flushSync(() => setThread(loaded));
      window.addEventListener('afterprint', () => setThread(null), { once: true });
      window.print();
    },
  });
  return {
    print: () => mutate(conversation.uuid),
    isLoading: isPending,
    sheet: thread && (
      <Printed>
        <Sheet conversation={conversation} thread={thread} />
      </Printed>
    ),
  };
}

/** What was said: without notes and lines about the work of staff. */
const isSaid = ({ kind, sender }: MessageView) => kind !== 'note' && kind !== 'event' && sender !== 'system';

function Sheet({ conversation, thread }: { conversation: ConversationView; thread: WholeThread }) {
  const { t } = useWords();
  const format = useFormat();
  const { nameOf } = useConversationWords();
  const said = thread.messages.filter(isSaid);
  const [first, last] = [said[0], said.at(-1)];
  const span =
    first &&
    last &&
    t('inboxThread.print.span', {
      from: format.dateTime(first.createdAt),
      to: format.dateTime(last.createdAt),
    });
  return (
    <article className={classes.sheet}>
      <h1>{nameOf(conversation)}</h1>
      <p className={classes.facts}>{[conversation.channel?.name, span].filter(Boolean).join(' · ')}</p>
      {!thread.isWhole && <p className={classes.facts}>{t('inboxThread.print.cut')}</p>}
      <ol className={classes.messages}>
        {said.map((message) => (
          <li key={message.uuid}>
            <Head message={message} conversation={conversation} />
            <Content message={message} />
          </li>
        ))}
      </ol>
      <p className={classes.facts}>
        {t('inboxThread.print.at', { date: format.dateTime(new Date().toISOString()) })}
      </p>
    </article>
  );
}

/** Who spoke, on whose side, and when. */
function Head({ message, conversation }: { message: MessageView; conversation: ConversationView }) {
  const { t } = useWords();
  const format = useFormat();
  const { nameOf } = useConversationWords();
  const { sender, operator, author, createdAt, delivery } = message;
  const names = {
    customer: author?.name ?? nameOf(conversation),
    bot: broadcastOf(message)?.name ?? conversation.bot?.name,
    operator: operator?.name,
    system: undefined,
  };
  const spoken = sender === 'system' ? '' : t(`inbox.senders.${sender}`);
  const side = broadcastOf(message) ? t('inboxThread.broadcast') : spoken;
  const { state } = delivery;
  return (
    <p className={classes.head}>
      <strong>{names[sender] ?? side}</strong>
      {names[sender] && <span>{side}</span>}
      <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
      {(state === 'failed' || state === 'unconfirmed') && <span>{t(`inbox.delivery.${state}`)}</span>}
    </p>
  );
}

/** Words as they were sent; of a file its kind and name. */
function Content({ message }: { message: MessageView }) {
  const { t } = useWords();
  const { kind, text, citations, bubbles, media } = message;
  const { fileName } = factsOf(message);
  if (kind === 'text' || bubbles.length > 0) {
    const shown = citations.length > 0 ? text.replaceAll(/\s?\[\d{1,3}\]/g, '') : text;
    return <MessageContent message={{ ...message, text: shown, citations: [] }} />;
  }
  const name = media?.name ?? fileName;
  return (
    <>
      <p className={classes.words}>
        [{t(`inbox.kinds.${kind}`)}] {name}
      </p>
      {text && text !== name && <p className={classes.words}>{text}</p>}
    </>
  );
}
