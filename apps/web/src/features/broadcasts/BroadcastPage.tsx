import { BROADCAST_LATER } from '@hanasu/contract/broadcast-excluded';
import { type BroadcastView, changeBroadcast } from '@hanasu/contract/broadcasts';
import { Alert, Button, Checkbox, Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { CanEdit } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { isWholeNumber, WholeNumberInput } from '../../shell/components/WholeNumberInput.tsx';
import { UnstoredFields, type UnstoredText, useUnstoredFields } from '../../shell/draft/unstored-fields.ts';
import { NotFoundPage } from '../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { LeaveGuard } from '../../shell/layout/LeaveGuard.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { AbTestFields } from './AbTestFields.tsx';
import { AudienceFields, type AudienceFieldsProps, isUnfinished } from './AudienceFields.tsx';
import { isWholeTest } from './ab-variants.ts';
import { LinkFields } from './BroadcastLinks.tsx';
import { BroadcastBadge, DeleteAction, takesBroadcasts, useChannelName } from './BroadcastParts.tsx';
import { BroadcastReport } from './BroadcastReport.tsx';
import classes from './Broadcasts.module.css';
import {
  type BroadcastChange,
  broadcastQuery,
  useBroadcastUpdates,
  useChangeBroadcast,
} from './broadcasts.queries.ts';
import { CheckPanel } from './CheckPanel.tsx';

/** What is still to be sent is edited here; what was sent is reported on. */
export function BroadcastPage({ renderBuilder }: Pick<AudienceFieldsProps, 'renderBuilder'>) {
  const { uuid } = useParams({ from: '/_default/Channel/message/$uuid' });
  const navigate = useNavigate();
  useBroadcastUpdates();
  const { data, error, refetch } = useQuery(broadcastQuery(uuid));
  if (isApiError(error, 'not_found')) return <NotFoundPage />;
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} radius="lg" aria-hidden />;
  return (
    <PageFrame
      title={data.name}
      purpose={<BroadcastBadge state={data.state} />}
      actions={
        <DeleteAction
          broadcast={data}
          onDeleted={() => void navigate({ to: '/Channel/message', ignoreBlocker: true })}
        />
      }
    >
      {data.state === 'draft' || data.state === 'scheduled' ? (
        <Editor key={uuid} broadcast={data} renderBuilder={renderBuilder} />
      ) : (
        <BroadcastReport broadcast={data} />
      )}
    </PageFrame>
  );
}

type Fields = Pick<
  BroadcastView,
  | 'abTest'
  | 'name'
  | 'content'
  | 'channelUuids'
  | 'audience'
  | 'peoplePerHour'
  | 'later'
  | 'linkTracking'
  | 'utm'
>;
const QUIET_MS = 600;

/** Saves what is changed when nothing was typed for a moment, one call after the other. */
function useAutosave(broadcast: BroadcastView) {
  const save = useChangeBroadcast(broadcast.uuid);
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Partial<Fields>>({});
  /** Its props get what was saved a moment after the edits are cleared: fields would jump back in between. */
  const [saved, setSaved] = useState(broadcast);
  const open = useRef<Partial<Fields>>({});
  const version = useRef(broadcast.version);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const run = async (): Promise<boolean> => {
    while (Object.keys(open.current).length > 0) {
      const sent = open.current;
      if (!isValid(sent)) return false;
      open.current = {};
      try {
        const body = { ...sent, version: version.current } as BroadcastChange;
        const changed = await save.mutateAsync(body);
        version.current = changed.version;
        setSaved(changed);
      } catch {
        // Said by the mutation; it is tried again with the next change.
        open.current = { ...sent, ...open.current };
        return false;
      }
      // What was typed meanwhile stays.
      setEdited({ ...open.current });
    }
    return true;
  };
  /** True: the server has all of it. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current ??= run().finally(() => {
      running.current = null;
    });
    return running.current;
  };
  const change = (more: Partial<Fields>) => {
    open.current = { ...open.current, ...more };
    setEdited((old) => ({ ...old, ...more }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), QUIET_MS);
  };
  const leave = useEffectEvent(() => void flush());
  useEffect(() => () => leave(), []);
  const reload = async () => {
    open.current = {};
    setEdited({});
    save.reset();
    const now = await queryClient.fetchQuery({ ...broadcastQuery(broadcast.uuid), staleTime: 0 });
    version.current = now.version;
  };
  const isDirty = Object.keys(edited).length > 0;
  const newest = saved.version > broadcast.version ? saved : broadcast;
  return { fields: { ...newest, ...edited }, isDirty, error: save.error, change, flush, reload };
}

const isValid = ({ name, channelUuids, audience, abTest }: Partial<Fields>): boolean =>
  (!abTest || isWholeTest(abTest)) &&
  name?.trim() !== '' &&
  channelUuids?.length !== 0 &&
  !(audience && isUnfinished(audience));

function Editor({
  broadcast,
  renderBuilder,
}: { broadcast: BroadcastView } & Pick<AudienceFieldsProps, 'renderBuilder'>) {
  const { t } = useWords();
  const { fields, isDirty, error, change, flush, reload } = useAutosave(broadcast);
  const { unstored, report } = useUnstoredFields();
  const checkRef = useRef<HTMLDivElement>(null);
  return (
    <div className={classes.editor}>
      <ToCheck onClick={() => checkRef.current?.focus()} />
      <UnstoredFields value={report}>
        <Surface>
          <CanEdit endpoint={changeBroadcast}>
            <Stack gap="lg">
              {error && <Fault error={error} onReload={() => void reload()} />}
              <TextInput
                label={t('broadcasts.name')}
                description={t('broadcasts.nameHelp')}
                maxLength={80}
                value={fields.name}
                error={!fields.name.trim() && t('fields.required')}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <AbTestFields value={fields} onChange={change} />
              <LinkFields value={fields} onChange={change} />
              <Channels value={fields.channelUuids} onChange={(channelUuids) => change({ channelUuids })} />
              <AudienceFields
                own={broadcast.uuid}
                value={fields.audience}
                onChange={(audience) => change({ audience })}
                renderBuilder={renderBuilder}
              />
              <Later
                channelUuids={fields.channelUuids}
                value={fields.later}
                onChange={(later) => change({ later })}
              />
              <PerHour value={fields.peoplePerHour} onChange={(peoplePerHour) => change({ peoplePerHour })} />
              <p className={classes.note} role="status">
                {t(saveStateOf(fields, { isDirty, unstored }))}
              </p>
            </Stack>
          </CanEdit>
        </Surface>
      </UnstoredFields>
      <div ref={checkRef} tabIndex={-1} className={classes.checkPlace}>
        <CheckPanel broadcast={broadcast} isDirty={isDirty} flush={flush} />
      </div>
      <LeaveGuard
        when={isDirty || unstored !== null}
        save={async () => (await flush()) && unstored === null}
      />
    </div>
  );
}

/** Leads to the check where it stands far below, under the fields. */
function ToCheck({ onClick }: { onClick: () => void }) {
  const { t } = useWords();
  return (
    <Button
      className={classes.toCheck}
      variant="default"
      rightSection={<Icon name="arrow-down" size={14} />}
      onClick={onClick}
    >
      {t('broadcasts.toCheck')}
    </Button>
  );
}

function saveStateOf(
  fields: Fields,
  { isDirty, unstored }: { readonly isDirty: boolean; readonly unstored: UnstoredText | null },
) {
  if (isDirty) return isValid(fields) ? 'broadcasts.saving' : 'broadcasts.unfinished';
  if (unstored === 'wrong') return 'broadcasts.savedExcept';
  return unstored ? 'broadcasts.saving' : 'broadcasts.saved';
}

function Fault({ error, onReload }: { error: unknown; onReload: () => void }) {
  const { t } = useWords();
  return (
    <Alert color="red" role="alert">
      {errorMessage(error)}
      {isApiError(error, 'broadcast_changed') && (
        <div>
          <Button size="xs" variant="default" mt="xs" onClick={onReload}>
            {t('broadcasts.reload')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

interface ValueProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

/** Empty: as fast as the platforms take it. */
function PerHour({ value, onChange }: ValueProps<Fields['peoplePerHour']>) {
  const { t } = useWords();
  return (
    <WholeNumberInput
      label={t('broadcasts.perHour')}
      description={t('broadcasts.perHourHelp')}
      min={1}
      max={1_000_000}
      value={value ?? ''}
      onBlur={(typed) => !Number.isNaN(typed) && onChange(isWholeNumber(typed) ? typed : null)}
    />
  );
}

/** In the order of the list; those that are gone stay until they are taken out. */
function Channels({ value, onChange }: ValueProps<Fields['channelUuids']>) {
  const { t } = useWords();
  const { data } = useQuery(channelsQuery);
  const channelName = useChannelName();
  const known = data?.items ?? [];
  const offered = [
    ...known.filter(takesBroadcasts).map(({ uuid }) => uuid),
    ...value.filter((uuid) => !known.some((channel) => channel.uuid === uuid && takesBroadcasts(channel))),
  ];
  return (
    <Checkbox.Group
      label={t('broadcasts.channels')}
      description={t('broadcasts.channelsHelp')}
      value={value}
      error={value.length === 0 && t('broadcasts.oneChannel')}
      onChange={(chosen) => onChange(offered.filter((uuid) => chosen.includes(uuid)))}
    >
      <Stack gap="xs" mt={8}>
        {offered.map((uuid) => (
          <Checkbox key={uuid} value={uuid} label={channelName(uuid)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Where one of the channels lets people be written to only for a time. */
function Later({
  channelUuids,
  value,
  onChange,
}: ValueProps<Fields['later']> & Pick<Fields, 'channelUuids'>) {
  const { t } = useWords();
  const format = useFormat();
  const { data } = useQuery(channelsQuery);
  const limited = (data?.items ?? []).flatMap(({ uuid, name, kind }) => {
    const openMs = kindOf(kind)?.manifest.limits.window?.openMs;
    return openMs !== undefined && channelUuids.includes(uuid) ? [{ name, openMs }] : [];
  });
  if (limited.length === 0) return null;
  return (
    <Radio.Group
      label={t('broadcasts.laterLabel')}
      description={t('broadcasts.laterHelp', {
        channels: limited.map(({ name }) => name).join(', '),
        days: format.number(Math.round(Math.min(...limited.map(({ openMs }) => openMs)) / DAY_MS)),
      })}
      value={value}
      onChange={(later) => onChange(later as Fields['later'])}
    >
      <Stack gap="xs" mt={8}>
        {BROADCAST_LATER.map((later) => (
          <Radio key={later} value={later} label={t(`broadcasts.laterChoices.${later}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
