import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { Panel } from '../inbox-view.ts';
import { setSound, soundIsOn } from '../sound.ts';

const permission = () => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

interface InboxMenuProps {
  onPanel: (panel: Panel) => void;
  /** Absent for whoever may change nothing. */
  onSelect: (() => void) | undefined;
}

/** What is needed now and then: canned replies, figures, sound and notifications. */
export function InboxMenu({ onPanel, onSelect }: InboxMenuProps) {
  const { t } = useWords();
  const [isOn, setOn] = useState(soundIsOn);
  const [asked, setAsked] = useState(permission);
  const toggle = () => {
    setSound(!isOn);
    setOn(!isOn);
  };
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('inboxWork.menu.label')}>
          <Icon name="ellipsis" size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onSelect && (
          <Menu.Item leftSection={<Icon name="list-checks" />} onClick={onSelect}>
            {t('inboxWork.menu.select')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="zap" />} onClick={() => onPanel('canned')}>
          {t('inboxWork.menu.canned')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="activity" />} onClick={() => onPanel('report')}>
          {t('inboxWork.menu.report')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<Icon name={isOn ? 'bell-ring' : 'bell'} />}
          onClick={toggle}
        >
          {t(`inboxWork.menu.${isOn ? 'soundOn' : 'soundOff'}`)}
        </Menu.Item>
        {asked === 'default' && (
          <Menu.Item
            leftSection={<Icon name="monitor" />}
            onClick={() => void Notification.requestPermission().then(setAsked)}
          >
            {t('inboxWork.menu.notify')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
