import type { OperatorMessage } from '@hanasu/contract/inbox';
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { coordinatesIn } from '../coordinates.ts';

const LONGEST = 100;

/** A place: its name, its address, and where it is, as numbers or as a link to a map. */
export function LocationForm({
  onSend,
}: {
  onSend: (location: NonNullable<OperatorMessage['location']>) => void;
}) {
  const { t } = useWords();
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [where, setWhere] = useState('');
  const [isTried, setTried] = useState(false);
  const place = coordinatesIn(where);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (place && title.trim()) onSend({ title: title.trim(), address: address.trim(), ...place });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          data-autofocus
          size="xs"
          required
          label={t('inboxWork.location.title')}
          maxLength={LONGEST}
          value={title}
          error={isTried && !title.trim() ? t('inboxWork.location.needed') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={t('inboxWork.location.address')}
          maxLength={LONGEST}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          required
          label={t('inboxWork.location.where')}
          description={t('inboxWork.location.whereHelp')}
          value={where}
          error={isTried && !place ? t('inboxWork.location.whereWrong') : null}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('inboxWork.location.send')}
        </Button>
      </Stack>
    </form>
  );
}
