import type { OperatorMessage } from '@hanasu/contract/inbox';
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';

const PATTERNS = [
  /[?&](?:q|query|ll|center|destination)=(-?\d{1,2}(?:\.\d+)?)(?:,|%2C)\s*(-?\d{1,3}(?:\.\d+)?)/i,
  /[?&#]mlat=(-?\d{1,2}(?:\.\d+)?)&mlon=(-?\d{1,3}(?:\.\d+)?)/i,
  /@(-?\d{1,2}\.\d+),(-?\d{1,3}\.\d+)/,
  /#map=\d+\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/,
  /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,、\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/,
];
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

/** Reads `35.6586, 139.7454` or the address of a map page; null when there are no coordinates in it. */
export function coordinatesIn(text: string): { latitude: number; longitude: number } | null {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [latitude, longitude] = [Number(found[1]), Number(found[2])];
    if (Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX)
      return { latitude, longitude };
  }
  return null;
}

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
          label={t('composer.locationDialog.title')}
          maxLength={LONGEST}
          value={title}
          error={isTried && !title.trim() ? t('composer.locationDialog.needed') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={t('composer.locationDialog.address')}
          maxLength={LONGEST}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          required
          label={t('composer.locationDialog.where')}
          description={t('composer.locationDialog.whereHelp')}
          value={where}
          error={isTried && !place ? t('composer.locationDialog.whereWrong') : null}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('composer.locationDialog.send')}
        </Button>
      </Stack>
    </form>
  );
}
