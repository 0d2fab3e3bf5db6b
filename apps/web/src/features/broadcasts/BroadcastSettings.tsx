import {
  changeBroadcastSettings,
  type BroadcastSettings as Settings,
  subscriptionForm,
} from '@hanasu/contract/broadcast-settings';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Modal,
  Select,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { tagsQuery } from '../../entities/contact/customers.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { isWholeNumber, WholeNumberInput } from '../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './Broadcasts.module.css';
import { broadcastSettingsQuery } from './broadcasts.queries.ts';

/** What holds for all broadcasts, for those who may change it. */
export function BroadcastSettings() {
  const { t } = useWords();
  const [isOpen, dialog] = useDisclosure(false);
  const { data, error, refetch } = useQuery({ ...broadcastSettingsQuery, enabled: isOpen, staleTime: 0 });
  return (
    <Can endpoint={changeBroadcastSettings}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('broadcasts.settings.open')}
        title={t('broadcasts.settings.open')}
        onClick={dialog.open}
      >
        <Icon name="settings" />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        size="lg"
        title={t('broadcasts.settings.open')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={320} aria-hidden />}
        {data && <SettingsForm start={data} onClose={dialog.close} />}
      </Modal>
    </Can>
  );
}

const USUAL_CAP = { broadcasts: 2, days: 7 };
const USUAL_QUIET = { from: '21:00', until: '08:00' };
const WORDS_MAX = 30;
const WORD_LENGTH = 40;

/** What keeps it from being saved. */
function faultsOf({ unsubscribeWords, resumeWords, quiet, cap }: Settings) {
  const leaving = new Set(unsubscribeWords.map(subscriptionForm));
  return {
    noWayBack: unsubscribeWords.length > 0 && resumeWords.length === 0,
    both: resumeWords.some((word) => leaving.has(subscriptionForm(word))),
    cap: cap !== null && (Number.isNaN(cap.broadcasts) || Number.isNaN(cap.days)),
    quiet: quiet !== null && (!quiet.from || !quiet.until || quiet.from === quiet.until),
  };
}

function SettingsForm({ start, onClose }: { start: Settings; onClose: () => void }) {
  const { t } = useWords();
  const [values, setValues] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (body: EndpointInput<typeof changeBroadcastSettings>['body']) =>
      call(changeBroadcastSettings, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(broadcastSettingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['broadcasts', 'report'] });
      toasts.add({ title: t('broadcasts.settings.saved') });
      onClose();
    },
    meta: { inPlace: true },
  });
  const change = (more: Partial<Settings>) => setValues((old) => ({ ...old, ...more }));
  const faults = faultsOf(values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const { timeZone: _, ...body } = values;
    if (!Object.values(faults).some(Boolean)) save.mutate(body);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <p className={classes.note}>{t('broadcasts.settings.text')}</p>
        <Cap value={values.cap} onChange={(cap) => change({ cap })} />
        <Quiet
          value={values.quiet}
          zone={values.timeZone}
          isWrong={isChecked && faults.quiet}
          onChange={(quiet) => change({ quiet })}
        />
        <Words
          label={t('broadcasts.settings.leaving')}
          help={t('broadcasts.settings.leavingText')}
          value={values.unsubscribeWords}
          onChange={(unsubscribeWords) => change({ unsubscribeWords })}
        />
        <Words
          label={t('broadcasts.settings.returning')}
          help={t('broadcasts.settings.returningText')}
          value={values.resumeWords}
          error={
            isChecked &&
            ((faults.noWayBack && t('broadcasts.settings.oneWayBack')) ||
              (faults.both && t('broadcasts.settings.both')))
          }
          onChange={(resumeWords) => change({ resumeWords })}
        />
        <UnsubscribedTag value={values.tagUuid} onChange={(tagUuid) => change({ tagUuid })} />
        {save.error && (
          <Alert color="red" role="alert">
            {errorMessage(save.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ValueProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

function Cap({ value, onChange }: ValueProps<Settings['cap']>) {
  const { t } = useWords();
  const number = (key: 'broadcasts' | 'days', max: number) =>
    value && (
      <WholeNumberInput
        label={t(key === 'days' ? 'broadcasts.settings.capDays' : 'broadcasts.settings.capBroadcasts')}
        min={1}
        max={max}
        value={value[key]}
        onChange={(typed) => onChange({ ...value, [key]: isWholeNumber(typed) ? typed : Number.NaN })}
      />
    );
  return (
    <Stack gap="xs">
      <Switch
        label={t('broadcasts.settings.cap')}
        description={t('broadcasts.settings.capText')}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? USUAL_CAP : null)}
      />
      {value && (
        <Group grow gap="sm">
          {number('broadcasts', 100)}
          {number('days', 365)}
        </Group>
      )}
    </Stack>
  );
}

function Quiet({
  value,
  zone,
  isWrong,
  onChange,
}: ValueProps<Settings['quiet']> & { zone: string; isWrong: boolean }) {
  const { t } = useWords();
  return (
    <Stack gap="xs">
      <Switch
        label={t('broadcasts.settings.quiet')}
        description={t('broadcasts.settings.quietText', { zone })}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? USUAL_QUIET : null)}
      />
      {value && (
        <Group grow gap="sm" align="start">
          {(['from', 'until'] as const).map((key) => (
            <TextInput
              key={key}
              type="time"
              label={t(`broadcasts.settings.${key}`)}
              value={value[key]}
              error={isWrong && t('fields.invalid')}
              onChange={(event) => onChange({ ...value, [key]: event.currentTarget.value })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

function Words({
  label,
  help,
  error,
  value,
  onChange,
}: ValueProps<string[]> & { label: string; help: string; error?: string | false }) {
  return (
    <TagsInput
      label={label}
      description={help}
      error={error}
      value={value}
      onChange={onChange}
      maxTags={WORDS_MAX}
      maxLength={WORD_LENGTH}
      splitChars={[',', '、', ';']}
      acceptValueOnBlur
      clearable={false}
    />
  );
}

function UnsubscribedTag({ value, onChange }: ValueProps<Settings['tagUuid']>) {
  const { t } = useWords();
  const { data: tags = [] } = useQuery(tagsQuery);
  return (
    <Select
      label={t('broadcasts.settings.tag')}
      description={t('broadcasts.settings.tagText')}
      placeholder={t('broadcasts.settings.noTag')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('broadcasts.settings.noTag') }}
      data={tags.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
      value={value}
      onChange={(chosen) => onChange(tags.find(({ uuid }) => uuid === chosen)?.uuid ?? null)}
    />
  );
}
