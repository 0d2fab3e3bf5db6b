import type { SimulatorMenu } from '@hanasu/contract/simulator-menu';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SimulatorAction } from '../../../entities/channel/channels.queries.ts';
import { PhoneMenu } from '../../../entities/channel/PhoneMenu.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';

type Area = SimulatorMenu['areas'][number];
type Picking = Extract<Area['tap'], { kind: 'date' }>;
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
      <Modal
        opened={picking !== null}
        onClose={() => setPicking(null)}
        title={t('channelPage.simulator.pick')}
        centered
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {picking && (
          <Pick
            picking={picking}
            onPick={(value) => {
              setPicking(null);
              const { mode, data } = picking;
              onAct({ action: 'postback', data, text: '', params: { [mode]: value } });
            }}
          />
        )}
      </Modal>
    </>
  );
}

const FIELDS = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

function Pick({ picking, onPick }: { picking: Picking; onPick: (value: string) => void }) {
  const { t } = useWords();
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value) onPick(value);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          type={FIELDS[picking.mode]}
          aria-label={t('channelPage.simulator.pick')}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!value}>
            {t('channelPage.simulator.picked')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
