import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SimulatorAction } from '../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';

/** A calendar or a clock of the vendor, and the data that its result comes back with. */
export interface Picking {
  readonly mode: 'date' | 'time' | 'datetime';
  readonly data: string;
}

interface PickDialogProps {
  /** Null: closed. */
  picking: Picking | null;
  onClose: () => void;
  onPick: (action: SimulatorAction) => void;
}

/** Asks for a day or a time as a phone does. */
export function PickDialog({ picking, onClose, onPick }: PickDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={picking !== null}
      onClose={onClose}
      title={t('channelPage.simulator.pick')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {picking && (
        <PickField
          mode={picking.mode}
          onPick={(value) =>
            onPick({ action: 'postback', data: picking.data, text: '', params: { [picking.mode]: value } })
          }
        />
      )}
    </Modal>
  );
}

const FIELDS = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

function PickField({ mode, onPick }: Pick<Picking, 'mode'> & { onPick: (value: string) => void }) {
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
          type={FIELDS[mode]}
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
