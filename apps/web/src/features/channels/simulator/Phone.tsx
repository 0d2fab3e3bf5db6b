import type { SimulatorState } from '@hanasu/contract/channels';
import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import type { SimulatorAction } from '../../../entities/channel/channels.queries.ts';
import { PhoneFrame } from '../../../entities/channel/PhoneFrame.tsx';
import {
  PhoneBalloon,
  PhoneLine,
  PhoneQuickReplies,
  PhoneThings,
  PhoneTime,
  PhoneWall,
} from '../../../entities/channel/phone/PhoneMessages.tsx';
import { actionOf, type OnTap, shownOf } from '../../../entities/channel/phone/shown-message.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { isSendKey } from '../../../shell/send-key.ts';
import { FriendMenu } from './FriendMenu.tsx';
import classes from './Phone.module.css';
import { PickDialog, type Picking } from './PickDialog.tsx';

type SimulatorEntry = SimulatorState['messages'][number];
type FriendWord = 'sayHello' | 'follow' | 'hasBlocked' | 'hasAdded' | 'friendText' | 'addFriend';

/** Some accounts are followed; of the others one becomes a friend. */
export function useFriendWords(kind: string): (word: FriendWord) => string {
  const { t } = useWords();
  const isFollowed = kindOf(kind)?.isFollowed;
  return (word) =>
    isFollowed ? t(`channelPage.simulator.followed.${word}`) : t(`channelPage.simulator.${word}`);
}

interface PhoneMessageProps {
  kind: string;
  message: SimulatorEntry;
  /** Words of the message that this one answers. */
  quoted: string | null;
  opens: boolean;
  onTap: OnTap;
}

/** One entry of the chat as a phone draws it. */
function PhoneMessage({ kind, message, quoted, opens, onTap }: PhoneMessageProps) {
  const { t } = useWords();
  const format = useFormat();
  const friendWord = useFriendWords(kind);
  const shown = shownOf(kind, message);
  if (shown.kind === 'happening') {
    const { happening } = shown;
    const words = () => {
      if (happening === 'postback') return t('channelPage.phone.tapped');
      return happening === 'follow' ? friendWord(happening) : t(`channelPage.simulator.${happening}`);
    };
    return <p className={classes.happening}>{words()}</p>;
  }
  return (
    <PhoneLine from={message.from} opens={opens}>
      <PhoneThings shown={shown} quoted={quoted} isMadeUp={message.from === 'friend'} onTap={onTap} />
      <PhoneTime at={message.at}>{format.time(message.at)}</PhoneTime>
    </PhoneLine>
  );
}

interface PhoneProps {
  /** Kind of channel, which knows how to read what is said. */
  kind: string;
  /** Name of the official account. */
  title: string;
  state: SimulatorState;
  /** A bot answers; without one, the sign of a message that came before a pause is not shown. */
  isAnswered: boolean;
  /** What the friend has just written, until the chat holds it. */
  sending: string | null;
  onAct: (action: SimulatorAction) => void;
  isActing: boolean;
}

/** A friend's phone with the chat open. */
export function Phone({ kind, title, state, isAnswered, sending, onAct, isActing }: PhoneProps) {
  const { t } = useWords();
  const friendWord = useFriendWords(kind);
  const end = useRef<HTMLDivElement>(null);
  const { messages, friend, menu } = state;
  const typing = state.typing && isAnswered;
  const last = messages.at(-1);
  const shown = `${last?.id}${typing}${sending}`;
  const [picking, setPicking] = useState<Picking | null>(null);
  const onTap: OnTap = (button) => {
    const action = actionOf(button);
    if (action) onAct(action);
    else if (button.picker) setPicking(button.picker);
  };
  useEffect(() => {
    if (shown) end.current?.parentElement?.scrollTo({ top: end.current.offsetTop });
  }, [shown]);
  return (
    <PhoneFrame
      kind={kind}
      title={title}
      label={t('channelPage.simulator.phoneOf', { name: friend.name })}
      foot={
        <>
          {menu && <FriendMenu key={menu.text} menu={menu} onAct={onAct} />}
          <PhoneComposer
            kind={kind}
            blocked={friend.blocked}
            canUnsend={kindOf(kind)?.unsends === true && messages.some(({ from }) => from === 'friend')}
            onAct={onAct}
            isActing={isActing}
          />
        </>
      }
    >
      <PhoneWall role="log" aria-live="off" aria-label={t('conversations.conversation')} tabIndex={0}>
        {messages.length === 0 && <p className={classes.happening}>{friendWord('sayHello')}</p>}
        {messages.map((message, index) => (
          <PhoneMessage
            key={message.id}
            kind={kind}
            message={message}
            quoted={quotedWords(kind, message, messages)}
            onTap={onTap}
            opens={messages[index - 1]?.from !== message.from}
          />
        ))}
        {sending !== null && (
          <PhoneLine from="friend" isSending>
            <PhoneBalloon>{sending}</PhoneBalloon>
          </PhoneLine>
        )}
        {typing && <Dots />}
        <div ref={end} />
      </PhoneWall>
      <PickDialog
        picking={picking}
        onClose={() => setPicking(null)}
        onPick={(action) => {
          setPicking(null);
          onAct(action);
        }}
      />
      {last && sending === null && <QuickReplies kind={kind} last={last} onTap={onTap} />}
      <VisuallyHidden aria-live="polite">{last?.from === 'account' ? (last.text ?? '') : ''}</VisuallyHidden>
    </PhoneFrame>
  );
}

/** Offered until something else is said. */
function QuickReplies({ kind, last, onTap }: { kind: string; last: SimulatorEntry; onTap: OnTap }) {
  const shown = shownOf(kind, last);
  if (last.from === 'friend' || shown.kind !== 'message') return null;
  return <PhoneQuickReplies buttons={shown.quickReplies} onTap={onTap} />;
}

function quotedWords(kind: string, message: SimulatorEntry, all: readonly SimulatorEntry[]): string | null {
  const shown = shownOf(kind, message);
  if (shown.kind !== 'message' || shown.quotedId === null) return null;
  return all.find(({ id }) => id === shown.quotedId)?.text ?? null;
}

function Dots() {
  const { t } = useWords();
  return (
    <PhoneLine from="account" opens>
      <span className={classes.dots} role="img" aria-label={t('channelPage.simulator.typing')}>
        <i />
        <i />
        <i />
      </span>
    </PhoneLine>
  );
}

const MORE = [
  { action: 'image', icon: 'image', label: 'channelPage.simulator.send.image' },
  { action: 'location', icon: 'map-pin', label: 'channelPage.simulator.send.location' },
  { action: 'video', icon: 'video', label: 'channelPage.phone.send.video' },
  { action: 'audio', icon: 'audio-lines', label: 'channelPage.phone.send.audio' },
  { action: 'file', icon: 'paperclip', label: 'channelPage.phone.send.file' },
] as const;

interface PhoneComposerProps {
  kind: string;
  blocked: boolean;
  /** There is a message to take back, and people can do that there. */
  canUnsend: boolean;
  onAct: (action: SimulatorAction) => void;
  isActing: boolean;
}

/** What a friend can send. Somebody who has blocked the account can only add it again. */
function PhoneComposer({ kind, blocked, canUnsend, onAct, isActing }: PhoneComposerProps) {
  const { t } = useWords();
  const friendWord = useFriendWords(kind);
  const [text, setText] = useState('');
  if (blocked) {
    return (
      <div className={classes.blocked}>
        <span>{t('channelPage.simulator.blocked')}</span>
        <Button size="xs" loading={isActing} onClick={() => onAct({ action: 'follow' })}>
          {friendWord('addFriend')}
        </Button>
      </div>
    );
  }
  const send = () => {
    const words = text.trim();
    if (!words) return;
    setText('');
    onAct({ action: 'text', text: words });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes.foot}>
      <MoreThings canUnsend={canUnsend} onAct={onAct} />
      <div className={classes.write}>
        <textarea
          className={classes.field}
          rows={1}
          maxLength={5000}
          aria-label={t('channelPage.simulator.message')}
          placeholder="Aa"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          variant="transparent"
          size={34}
          className={classes.thing ?? ''}
          aria-label={t('channelPage.simulator.send.sticker')}
          title={t('channelPage.simulator.send.sticker')}
          onClick={() => onAct({ action: 'sticker' })}
        >
          <Icon name="sticker" size={20} />
        </ActionIcon>
      </div>
      <ActionIcon
        variant="transparent"
        size={36}
        className={classes.send ?? ''}
        disabled={!text.trim()}
        aria-label={t('conversations.send')}
        onClick={send}
      >
        <Icon name="send" size={20} />
      </ActionIcon>
    </div>
  );
}

function MoreThings({ canUnsend, onAct }: Pick<PhoneComposerProps, 'canUnsend' | 'onAct'>) {
  const { t } = useWords();
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon
          variant="transparent"
          size={34}
          className={classes.thing ?? ''}
          aria-label={t('channelPage.phone.more')}
          title={t('channelPage.phone.more')}
        >
          <Icon name="plus" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {MORE.map(({ action, icon, label }) => (
          <Menu.Item key={action} leftSection={<Icon name={icon} />} onClick={() => onAct({ action })}>
            {t(label)}
          </Menu.Item>
        ))}
        {canUnsend && (
          <Menu.Item leftSection={<Icon name="undo-2" />} onClick={() => onAct({ action: 'unsend' })}>
            {t('channelPage.phone.unsend')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
