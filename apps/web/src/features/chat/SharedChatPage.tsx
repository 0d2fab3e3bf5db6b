import type { SharedChat } from '@hanasu/contract/chats';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AnswerText } from '../../entities/conversation/AnswerText.tsx';
import { Bubble } from '../../entities/conversation/Bubble.tsx';
import panel from '../../entities/conversation/chat/ChatPanel.module.css';
import { sharedChatQuery } from '../../entities/conversation/chat/chat.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import classes from './SharedChat.module.css';

/** A chat that somebody has shared: to read, signed in or not. */
export function SharedChatPage() {
  const { code } = useParams({ from: '/_default/Share/$code' });
  const { t } = useWords();
  const { data: chat, error, refetch } = useQuery(sharedChatQuery(code));
  usePageTitle(chat?.title || t('chat.untitled'));
  if (isApiError(error, 'not_found')) {
    return <EmptyState icon="link" title={t('chat.shareGone')} text={t('chat.shareGoneHelp')} />;
  }
  if (error && !chat) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return <div className={classes.page}>{chat ? <Shared chat={chat} /> : <Loading />}</div>;
}

function Shared({ chat }: { chat: SharedChat }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <>
      <h1 className={classes.title}>{chat.title || t('chat.untitled')}</h1>
      <p className={classes.dim}>
        {t('chat.sharedBy', { name: chat.botName || t('chat.untitled'), date: format.date(chat.sharedAt) })}
      </p>
      <div className={panel.column}>
        {chat.messages.map((message) => (
          <Message key={message.uuid} message={message} />
        ))}
      </div>
    </>
  );
}

function Message({ message }: { message: SharedChat['messages'][number] }) {
  const { t } = useWords();
  const { sender, text, attachments, sources } = message;
  if (sender === 'customer') {
    return (
      <>
        {attachments.map((name) => (
          <span key={name} className={classes.file}>
            <Icon name="paperclip" size={13} /> {name}
          </span>
        ))}
        <Bubble from="person">{text}</Bubble>
      </>
    );
  }
  return (
    <div className={panel.answer}>
      <Bubble from="bot">
        <AnswerText text={text} citations={[]} />
      </Bubble>
      {sources.length > 0 && (
        <ul className={`${panel.sources} ${classes.sources}`} aria-label={t('conversations.sources')}>
          {sources.map(({ number, title, page }) => (
            <li key={number} className={classes.source}>
              <span className={panel.sourceNumber}>{number}</span>
              {page === null ? title : t('chat.sourcePage', { title, page: String(page) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const Loading = () => (
  <Stack gap={14} aria-hidden>
    <Skeleton height={26} width="60%" />
    <Skeleton height={42} width="45%" ml="auto" radius="lg" />
    <Skeleton height={90} width="80%" radius="lg" />
  </Stack>
);
