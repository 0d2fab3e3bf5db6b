import type { SimulatorMenu } from '@hanasu/contract/simulator-menu';
import { useState } from 'react';
import type { SimulatorAction } from '../../../entities/channel/channels.queries.ts';
import { PhoneMenu } from '../../../entities/channel/PhoneMenu.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { PickDialog, type Picking } from './PickDialog.tsx';

type Area = SimulatorMenu['areas'][number];
interface FriendMenuProps {
  menu: SimulatorMenu;
  onAct: (action: SimulatorAction) => void;
}

/** The menu of the friend's chat; a tap does what it would do on their phone. */
export function FriendMenu({ menu, onAct }: FriendMenuProps) {
  const { t } = useWords();
  const [picking, setPicking] = useState<Picking | null>(null);
  const onTap = ({ tap }: Area) => {
    switch (tap?.kind) {
      case 'text':
        return onAct({ action: 'text', text: tap.text });
      case 'postback':
        return onAct({ action: 'postback', data: tap.data, text: tap.text });
      case 'switch':
        return onAct({ action: 'menu', alias: tap.alias, data: tap.data });
      case 'date':
        return setPicking(tap);
      case 'link':
        return void toasts.add({ title: t('channelPage.simulator.menuLink', { url: tap.url }) });
      case 'copy':
        return void toasts.add({ title: t('channelPage.simulator.menuCopy', { text: tap.text }) });
      case undefined:
        return undefined;
    }
  };
  return (
    <>
      <PhoneMenu
        size={menu}
        picture={menu.picture}
        text={menu.text}
        isOpenFirst={menu.open}
        areas={menu.areas.map((area, index) => ({
          ...area,
          label: area.label || t('channelPage.simulator.menuArea', { number: index + 1 }),
        }))}
        onTap={onTap}
      />
      <PickDialog
        picking={picking}
        onClose={() => setPicking(null)}
        onPick={(action) => {
          setPicking(null);
          onAct(action);
        }}
      />
    </>
  );
}
