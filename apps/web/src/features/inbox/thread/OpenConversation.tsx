import type { MessageId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  type MessageView,
  sendOperatorMessage,
  setHandling,
} from '@hanasu/contract/inbox';
import { Button, Drawer } from '@mantine/core';
import { useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { BudgetsLink, botGoesOn } from '../../../entities/conversation/StatusPill.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { useKeyboardInset } from '../../../shell/use-keyboard-inset.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { Composer, type ComposerHandle } from '../composer/Composer.tsx';
import { useSetHandling } from '../inbox.mutations.ts';
import type { Present } from '../realtime/presence.ts';
import { useShowPresence } from '../realtime/use-presence.ts';
import { useInboxKeys } from '../use-inbox-keys.ts';
import { ConfirmationCards } from './ConfirmationCards.tsx';
import detailsClasses from './Details.module.css';
import { DetailsPane } from './DetailsPane.tsx';
import threadClasses from './Thread.module.css';
import classes from './Thread.module.css';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadPane } from './ThreadPane.tsx';
import type { UnreadAtOpening } from './thread-items.ts';
import { type ConversationWork, useConversationWork } from './use-conversation-work.ts';
import { useThread } from './use-thread.ts';

interface OpenConversationProps {
  conversation: ConversationView;
  isTyping: boolean;
  atOpening: UnreadAtOpening;
  targetMessage: MessageId | null;
  present: readonly Present[];
  onBack: () => void;
  onCanned: () => void;
  onDone: (conversation: ConversationView) => void;
}

/** Thread, composer and, where there is room, the customer beside it; elsewhere the customer slides in. */
export function OpenConversation(props: OpenConversationProps) {
  const { conversation, isTyping, atOpening, targetMessage, present, onBack, onCanned, onDone } = props;
  const thread = useThread(conversation.uuid);
  const composer = useRef<ComposerHandle>(null);
  const work = useConversationWork(conversation, {
    onTaken: () => composer.current?.focus('reply'),
    onDone,
  });
  const { onKey, onSent } = useShowPresence(conversation.uuid);
  const inset = useKeyboardInset();
  const details = useDetails();
  const [quoted, setQuoted] = useState<MessageView | null>(null);
  const canQuote = kindOf(conversation.channel?.kind)?.manifest.capabilities.quoting != null;
  const quote = (message: MessageView) => {
    setQuoted(message);
    composer.current?.focus('reply');
  };
  useInboxKeys([
    [SHORTCUTS.reply.keys[0], () => composer.current?.focus('reply')],
    [SHORTCUTS.note.keys[0], () => composer.current?.focus('note')],
    [SHORTCUTS.canned.keys[0], () => composer.current?.canned()],
  ]);
  useHotkeys([[SHORTCUTS.suggest.keys[0], () => composer.current?.suggest()]], []);
  return (
    <>
      <section
        className={threadClasses.threadPane}
        style={inset > 0 ? { paddingBottom: inset } : undefined}
        data-short={inset > 0 || undefined}
      >
        <ThreadHead
          conversation={conversation}
          work={work}
          onBack={onBack}
          onDetails={details.toggle}
          detailsShown={details.isShown}
        />
        <WaitingBanner conversation={conversation} work={work} />
        <SnoozeNote conversation={conversation} />
        <ThreadPane
          conversation={conversation}
          thread={thread}
          isTyping={isTyping}
          atOpening={atOpening}
          targetMessage={targetMessage}
          onQuote={canQuote ? quote : undefined}
        />
        <div className={threadClasses.foot}>
          <ConfirmationCards conversation={conversation.uuid} />
          <PresenceLine present={present} />
          {work.locked && (
            <LockBanner
              conversation={conversation}
              isAsking={work.isAsking}
              onAsking={work.setAsking}
              hasWords={composer.current?.hasWords() ?? false}
              onTaken={() => composer.current?.send()}
            />
          )}
          <Can
            endpoint={sendOperatorMessage}
            otherwise={
              <div className={threadClasses.reply}>
                <ViewOnlyNotice />
              </div>
            }
          >
            <Composer
              ref={composer}
              conversation={conversation}
              locked={work.locked}
              onLocked={() => work.setAsking(true)}
              quoted={quoted}
              onQuoted={setQuoted}
              onKey={onKey}
              onSent={onSent}
              onCanned={onCanned}
              onSend={thread.send}
            />
          </Can>
        </div>
      </section>
      <Details details={details}>
        <DetailsPane conversation={conversation} messages={thread.messages} onClose={details.close} />
      </Details>
    </>
  );
}

function SnoozeNote({ conversation: { snoozedUntil } }: { conversation: ConversationView }) {
  const { t } = useWords();
  const format = useFormat();
  if (!snoozedUntil || Date.parse(snoozedUntil) < Date.now()) return null;
  return (
    <p className={threadClasses.snoozed} role="status">
      <Icon name="moon" size={15} />
      <span>{t('inboxThread.snooze.until', { time: format.dateTime(snoozedUntil) })}</span>
    </p>
  );
}

/** Pinned beside the thread where there is room, drawn over it elsewhere. */
function useDetails() {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [isPinned, setPinned] = useLocalStorage({
    key: 'inbox-details',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [isDrawn, setDrawn] = useState(false);
  const isShown = isWide ? isPinned : isDrawn;
  const show = isWide ? setPinned : setDrawn;
  return { isWide, isShown, toggle: () => show(!isShown), close: () => show(false) };
}

function Details({
  details,
  children,
}: {
  details: ReturnType<typeof useDetails>;
  children: React.ReactNode;
}) {
  const { t } = useWords();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  if (details.isWide) {
    return details.isShown ? (
      <aside className={detailsClasses.details} aria-label={t('inbox.details.title')}>
        {children}
      </aside>
    ) : null;
  }
  return (
    <Drawer.Root
      opened={details.isShown}
      onClose={details.close}
      position="right"
      size={isPhone ? '100%' : 330}
      transitionProps={{ duration: 120 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('inbox.details.title')}>{children}</Drawer.Content>
    </Drawer.Root>
  );
}

/** Which colleagues look at this conversation or write in it now. */
function PresenceLine({ present }: { present: readonly Present[] }) {
  const { t } = useWords();
  const typing = present.filter(({ state }) => state === 'typing');
  const shown = typing.length > 0 ? typing : present;
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <p className={classes.presence} data-typing={typing.length > 0 || undefined}>
          <Icon name={typing.length > 0 ? 'pencil' : 'eye'} size={13} />
          {t(`inboxThread.presence.${typing.length > 0 ? 'typing' : 'viewing'}`, {
            count: shown.length,
            names: shown.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
    </div>
  );
}

interface WaitingBannerProps {
  conversation: ConversationView;
  work: Pick<ConversationWork, 'actions' | 'run' | 'pending'>;
}

/** Why a person is wanted here, and, where the head has no room for its buttons, the one to take it. */
function WaitingBanner({ conversation, work }: WaitingBannerProps) {
  const { t } = useWords();
  if (conversation.handling !== 'waiting') return null;
  return (
    <div className={classes.banner} role="status">
      <Icon name="hand" size={16} />
      <span className={classes.bannerWords}>
        <strong>{botGoesOn(conversation) ? t('conversations.botGoesOn') : t('inbox.waiting.title')}</strong>{' '}
        {t(`inbox.waiting.reasons.${conversation.waitingReason ?? 'none'}`)}
        <BudgetsLink reason={conversation.waitingReason} />
      </span>
      {work.actions.some(({ to }) => to === 'operator') && (
        <Button
          size="xs"
          color="kaki"
          className={classes.onlyNarrow ?? ''}
          loading={work.pending === 'operator'}
          onClick={() => work.run('operator')}
        >
          {t('inbox.actions.takeOver')}
        </Button>
      )}
    </div>
  );
}

interface LockBannerProps {
  conversation: ConversationView;
  isAsking: boolean;
  onAsking: (asking: boolean) => void;
  /** What was written waits for this. */
  onTaken: () => void;
  hasWords: boolean;
}

/** A colleague has it: who, and a way to take it, asked once more in place. */
export function LockBanner({ conversation, isAsking, onAsking, onTaken, hasWords }: LockBannerProps) {
  const { t } = useWords();
  const may = usePermission(setHandling);
  const { mutateAsync, isPending } = useSetHandling(conversation.uuid);
  const name = conversation.operator?.name ?? t('inboxThread.events.member');
  const take = async () => {
    // Waited for here: the news of it may come before the answer and take this banner away, callbacks and all.
    const isTaken = await mutateAsync({ handling: 'operator', takeOver: true }).then(
      () => true,
      () => false,
    );
    if (!isTaken) return;
    onAsking(false);
    onTaken();
  };
  return (
    <div className={classes.lock} role="status">
      <Icon name="lock" size={15} />
      <span className={classes.lockWords}>
        {isAsking ? (
          <strong>{t('inboxThread.lock.confirm', { name })}</strong>
        ) : (
          <>
            <strong>{t('inboxThread.lock.has', { name })}</strong>{' '}
            <span className={classes.lockHelp}>{t('inboxThread.lock.hasHelp')}</span>
          </>
        )}
      </span>
      {may && !isAsking && (
        <Button size="xs" variant="default" onClick={() => onAsking(true)}>
          {t('inbox.actions.takeOver')}
        </Button>
      )}
      {may && isAsking && (
        <>
          <Button size="xs" color="kaki" loading={isPending} onClick={() => void take()} autoFocus>
            {hasWords ? t('inboxThread.lock.takeAndSend') : t('inbox.actions.takeOver')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onAsking(false)}>
            {t('shell.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}
