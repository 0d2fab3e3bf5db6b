import type { PostWithDraft } from '@hanasu/contract/posts';
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { timeZoneName, useAccountZone } from '../../../shell/time-zones.ts';
import { useSchedulePost } from '../posts.queries.ts';

interface ScheduleDialogProps {
  post: PostWithDraft;
  opened: boolean;
  onClose: () => void;
}

/** Asks when the post is to be published, by the account's clock. */
export function ScheduleDialog({ post, opened, onClose }: ScheduleDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      centered
      title={t('postEdit.scheduleTitle')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <ScheduleForm post={post} onClose={onClose} />
    </Modal>
  );
}

function ScheduleForm({ post, onClose }: Omit<ScheduleDialogProps, 'opened'>) {
  const { t, locale } = useWords();
  const { zone, timeOf } = useAccountZone();
  const [local, setLocal] = useState(post.scheduledAt ? localTime(new Date(post.scheduledAt), zone) : '');
  const [isChecked, setChecked] = useState(false);
  const schedule = useSchedulePost(post.uuid);
  const isPast = local === '' || momentOf(local, zone).getTime() <= Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (isPast || schedule.isPending) return;
    schedule.mutate(momentOf(local, zone).toISOString(), {
      onSuccess: ({ scheduledAt }) => {
        onClose();
        toasts.add({ title: t('postEdit.scheduled', { time: scheduledAt ? timeOf(scheduledAt) : '' }) });
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <span>{t('postEdit.scheduleText')}</span>
        <TextInput
          data-autofocus
          type="datetime-local"
          label={t('postEdit.scheduleAt')}
          description={t('postEdit.scheduleZone', { zone: timeZoneName(locale, zone) })}
          value={local}
          error={isChecked && isPast && t('postEdit.schedulePast')}
          onChange={(event) => setLocal(event.currentTarget.value)}
        />
        {schedule.error && (
          <Alert color="red" role="alert">
            {isApiError(schedule.error, 'nothing_to_publish')
              ? t('postEdit.nothingToPublish')
              : errorMessage(schedule.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={schedule.isPending}>
            {t('postEdit.schedule')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Swedish writes dates as fields of a form do. */
const clockOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .replace(' ', 'T');

/** `2026-11-27T09:00`, as the clock of the zone shows a moment. */
export const localTime = (at: Date, zone: string): string => clockOf(at.getTime(), zone);

/** The moment at which the clock of the zone shows `2026-11-27T09:00`. */
export function momentOf(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}Z`);
  const shift = (at: number) => Date.parse(`${clockOf(at, zone)}Z`) - at;
  // The second step minds a change of the clock in between.
  return new Date(wanted - shift(wanted - shift(wanted)));
}
