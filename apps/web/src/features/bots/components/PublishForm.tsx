import type { BotView } from '@hanasu/contract/bots';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import type { Autosave } from '../use-autosave.ts';
import { usePublishing } from './use-publishing.ts';

/** Makes the draft what answers, or drops it. */
export function PublishForm({ bot, autosave }: { bot: BotView; autosave: Autosave }) {
  const { t } = useWords();
  const [note, setNote] = useState('');
  const [isAsking, dialog] = useDisclosure(false);
  const { publish, discard } = usePublishing(bot.uuid, autosave);
  // Of a paused bot the state doesn't say whether there is something new; the server knows.
  const canPublish = bot.state !== 'live' || autosave.state !== 'saved';
  const canDiscard = bot.version > 0 && canPublish;
  if (!canPublish) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate(note, { onSuccess: (published) => published && setNote('') });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('botEditor.note')}
          description={t('botEditor.noteHelp')}
          placeholder={t('botEditor.notePlaceholder')}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={publish.isPending}>
            {t('botEditor.publish')}
          </Button>
          {canDiscard && (
            <Button variant="default" onClick={dialog.open}>
              {t('botEditor.discard')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        onConfirm={() => discard.mutate(undefined, { onSuccess: dialog.close })}
        title={t('botEditor.discardTitle')}
        action={t('botEditor.discard')}
        pending={discard.isPending}
        error={discard.error}
      >
        <Text size="sm">{t('botEditor.discardText', { version: bot.version })}</Text>
      </ConfirmDelete>
    </form>
  );
}
