import type { ConversationView } from '@hanasu/contract/inbox';
import { Drawer } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { useThread } from '../use-thread.ts';
import detailsClasses from './Details.module.css';
import { DetailsPane } from './DetailsPane.tsx';
import threadClasses from './Thread.module.css';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadPane } from './ThreadPane.tsx';

interface OpenConversationProps {
  conversation: ConversationView;
  isTyping: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onBack: () => void;
}

/** Thread and, where there is room, the customer beside it; elsewhere the customer slides in. */
export function OpenConversation({ conversation, isTyping, field, onBack }: OpenConversationProps) {
  const { t } = useWords();
  const thread = useThread(conversation.uuid);
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [isPinned, setPinned] = useLocalStorage({
    key: 'inbox-details',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [isDrawn, setDrawn] = useState(false);
  const details = (onClose: () => void) => (
    <DetailsPane conversation={conversation} messages={thread.messages} onClose={onClose} />
  );
  return (
    <>
      <section className={threadClasses.threadPane}>
        <ThreadHead
          conversation={conversation}
          onBack={onBack}
          onDetails={() => (isWide ? setPinned(!isPinned) : setDrawn(true))}
          detailsShown={isWide ? isPinned : isDrawn}
        />
        <ThreadPane conversation={conversation} thread={thread} isTyping={isTyping} field={field} />
      </section>
      {isWide && isPinned && (
        <aside className={detailsClasses.details} aria-label={t('inbox.details.title')}>
          {details(() => setPinned(false))}
        </aside>
      )}
      {!isWide && (
        <Drawer.Root
          opened={isDrawn}
          onClose={() => setDrawn(false)}
          position="right"
          size={330}
          transitionProps={{ duration: 120 }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('inbox.details.title')}>
            {details(() => setDrawn(false))}
          </Drawer.Content>
        </Drawer.Root>
      )}
    </>
  );
}
