import { ActionIcon, Button, Menu } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { isSendKey } from '../../chat/send-key.ts';
import type { SimulatorAction } from '../channels.queries.ts';
import classes from './Phone.module.css';

const THINGS = [
  { action: 'sticker', icon: 'sticker' },
  { action: 'image', icon: 'image' },
  { action: 'location', icon: 'map-pin' },
] as const;

const MORE = [
  { action: 'video', icon: 'video' },
  { action: 'audio', icon: 'audio-lines' },
  { action: 'file', icon: 'paperclip' },
] as const;

interface PhoneComposerProps {
  blocked: boolean;
  /** There is a message to take back, and people can do that there. */
  canUnsend: boolean;
  onAct: (action: SimulatorAction) => void;
  isActing: boolean;
}

/** What a friend can send. Somebody who has blocked the account can only add it again. */
export function PhoneComposer({ blocked, canUnsend, onAct, isActing }: PhoneComposerProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  if (blocked) {
    return (
      <div className={classes.blocked}>
        <span>{t('channelPage.simulator.blocked')}</span>
        <Button size="xs" loading={isActing} onClick={() => onAct({ action: 'follow' })}>
          {t('channelPage.simulator.addFriend')}
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
      {THINGS.map(({ action, icon }) => (
        <ActionIcon
          key={action}
          variant="transparent"
          size={34}
          className={classes.thing ?? ''}
          aria-label={t(`channelPage.simulator.send.${action}`)}
          title={t(`channelPage.simulator.send.${action}`)}
          onClick={() => onAct({ action })}
        >
          <Icon name={icon} size={20} />
        </ActionIcon>
      ))}
      <MoreThings canUnsend={canUnsend} onAct={onAct} />
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
        size={36}
        className={classes.send ?? ''}
        disabled={!text.trim()}
        aria-label={t('chat.send')}
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
        {MORE.map(({ action, icon }) => (
          <Menu.Item key={action} leftSection={<Icon name={icon} />} onClick={() => onAct({ action })}>
            {t(`channelPage.phone.send.${action}`)}
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
