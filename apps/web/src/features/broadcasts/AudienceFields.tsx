import { BROADCAST_REACTIONS, type BroadcastAudience } from '@hanasu/contract/broadcast-audience';
import type { BroadcastId, TagId } from '@hanasu/contract/ids';
import type { SegmentDefinition, SegmentView } from '@hanasu/contract/segments';
import { Button, MultiSelect, Radio, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tagsQuery } from '../../entities/contact/customers.queries.ts';
import { SegmentSelect } from '../../entities/contact/SegmentSelect.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import classes from './Broadcasts.module.css';
import { sentBroadcastsQuery } from './broadcasts.queries.ts';

interface ValueProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

/** The editor of conditions, which belongs to customers: the route hands it in. */
interface BuilderProps {
  start: { readonly segment: null; readonly definition: SegmentDefinition } | null;
  onClose: () => void;
  onShow: (definition: SegmentDefinition) => void;
  onSaved: (segment: SegmentView) => void;
}
export interface AudienceFieldsProps extends ValueProps<BroadcastAudience> {
  /** The broadcast itself. */
  own: BroadcastId;
  renderBuilder: (props: BuilderProps) => ReactNode;
}

const NO_CONDITIONS: SegmentDefinition = { kind: 'and', items: [] };

/** Something is still to be chosen. */
export const isUnfinished = (audience: BroadcastAudience): boolean =>
  (audience.kind === 'segment' && (audience.segmentUuid as string) === '') ||
  (audience.kind === 'reacted' && (audience.broadcastUuid as string) === '') ||
  (audience.kind === 'conditions' && audience.definition.items.length === 0);

const KINDS = ['everybody', 'segment', 'conditions', 'tags', 'reacted'] as const;

/** Audience of the broadcast. */
export function AudienceFields({ own, value, onChange, renderBuilder }: AudienceFieldsProps) {
  const { t } = useWords();
  const { exceptBroadcastUuids } = value;
  const except = exceptBroadcastUuids ? { exceptBroadcastUuids } : {};
  const choose = (kind: string) => {
    if (kind === 'everybody') onChange({ kind, ...except });
    if (kind === 'segment') onChange({ kind, segmentUuid: '' as never, ...except });
    if (kind === 'conditions') onChange({ kind, definition: NO_CONDITIONS, ...except });
    if (kind === 'tags') onChange({ kind, any: [], none: [], ...except });
    if (kind === 'reacted')
      onChange({ kind, broadcastUuid: '' as never, reaction: 'clicked', did: false, ...except });
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('broadcasts.audience')}
        value={value.kind === 'friends' ? 'kept' : value.kind}
        onChange={choose}
      >
        <Stack gap="xs" mt={8}>
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={t(`broadcasts.audiences.${kind}`)} />
          ))}
          {value.kind === 'friends' && <Radio value="kept" label={t('broadcasts.audiences.kept')} />}
        </Stack>
      </Radio.Group>
      {value.kind === 'segment' && (
        <SegmentSelect
          label={t('broadcasts.segment')}
          value={value.segmentUuid || null}
          placeholder={t('broadcasts.oneSegment')}
          error={!value.segmentUuid && t('broadcasts.oneSegment')}
          clearable={false}
          onChange={(segmentUuid) => segmentUuid && onChange({ ...value, segmentUuid })}
        />
      )}
      {value.kind === 'conditions' && (
        <Conditions
          value={value.definition}
          onChange={(definition) => onChange({ ...value, definition })}
          onSaved={(segmentUuid) => onChange({ kind: 'segment', segmentUuid, ...except })}
          renderBuilder={renderBuilder}
        />
      )}
      {value.kind === 'tags' && (
        <>
          <Tags
            label={t('broadcasts.anyTags')}
            help={t('broadcasts.anyHelp')}
            value={value.any}
            onChange={(any) => onChange({ ...value, any })}
          />
          <Tags
            label={t('broadcasts.noTags')}
            value={value.none}
            onChange={(none) => onChange({ ...value, none })}
          />
        </>
      )}
      {value.kind === 'reacted' && <Reacted own={own} value={value} onChange={onChange} />}
      <Except
        own={own}
        value={exceptBroadcastUuids ?? []}
        onChange={(chosen) => {
          const { exceptBroadcastUuids: _, ...others } = value;
          onChange(chosen.length > 0 ? { ...others, exceptBroadcastUuids: chosen } : others);
        }}
      />
    </Stack>
  );
}

interface ConditionsProps extends ValueProps<SegmentDefinition>, Pick<AudienceFieldsProps, 'renderBuilder'> {
  onSaved: (uuid: SegmentView['uuid']) => void;
}

function Conditions({ value, onChange, onSaved, renderBuilder }: ConditionsProps) {
  const { t } = useWords();
  const [isOpen, builder] = useDisclosure(false);
  const count = value.items.length;
  const isMissing = count === 0;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Icon name="pencil" size={14} />}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'conditions-missing' : undefined}
        onClick={builder.open}
      >
        {isMissing ? t('broadcasts.setConditions') : t('broadcasts.editConditions', { count })}
      </Button>
      {isMissing && (
        <p id="conditions-missing" className={classes.fault}>
          {t('fields.required')}
        </p>
      )}
      {isOpen &&
        renderBuilder({
          start: isMissing ? null : { segment: null, definition: value },
          onClose: builder.close,
          onShow: (definition) => {
            builder.close();
            onChange(definition);
          },
          onSaved: ({ uuid }) => {
            builder.close();
            onSaved(uuid);
          },
        })}
    </div>
  );
}

/** Broadcasts that have started, except this one. */
function useSent(own: BroadcastId) {
  const { data = [] } = useQuery(sentBroadcastsQuery);
  return useNameOptions()(data.filter(({ uuid }) => uuid !== own));
}

type ReactedAudience = Extract<BroadcastAudience, { kind: 'reacted' }>;
function Reacted({ own, value, onChange }: ValueProps<ReactedAudience> & { own: BroadcastId }) {
  const { t } = useWords();
  const sent = useSent(own);
  const did = value.did ? 'did' : 'didNot';
  return (
    <>
      <Select
        label={t('broadcasts.reacted.broadcast')}
        searchable
        allowDeselect={false}
        data={sent}
        value={value.broadcastUuid || null}
        error={!value.broadcastUuid && t('broadcasts.oneBroadcast')}
        nothingFoundMessage={t('broadcasts.reacted.none')}
        onChange={(uuid) => uuid && onChange({ ...value, broadcastUuid: uuid as BroadcastId })}
      />
      <Select
        label={t('broadcasts.reacted.what')}
        allowDeselect={false}
        data={BROADCAST_REACTIONS.flatMap((reaction) =>
          (['did', 'didNot'] as const).map((each) => ({
            value: `${reaction}/${each}`,
            label: t(`broadcasts.reacted.${each}.${reaction}`),
          })),
        )}
        value={`${value.reaction}/${did}`}
        onChange={(chosen) => {
          const [reaction, each] = (chosen ?? '').split('/');
          const known = BROADCAST_REACTIONS.find((one) => one === reaction);
          if (known) onChange({ ...value, reaction: known, did: each === 'did' });
        }}
      />
    </>
  );
}

const EXCEPT_MAX = 20;
function Except({ own, value, onChange }: ValueProps<BroadcastId[]> & { own: BroadcastId }) {
  const { t } = useWords();
  const sent = useSent(own);
  if (sent.length === 0 && value.length === 0) return null;
  return (
    <MultiSelect
      label={t('broadcasts.except')}
      description={t('broadcasts.exceptHelp')}
      searchable
      hidePickedOptions
      maxValues={EXCEPT_MAX}
      data={[
        ...sent,
        ...value
          .filter((uuid) => !sent.some((one) => one.value === uuid))
          .map((uuid) => ({ value: uuid as string, label: t('broadcasts.goneBroadcast') })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen as BroadcastId[])}
    />
  );
}

const TAGS_MAX = 50;
function Tags({ label, help, value, onChange }: ValueProps<TagId[]> & { label: string; help?: string }) {
  const { data: tags = [] } = useQuery(tagsQuery);
  return (
    <MultiSelect
      label={label}
      description={help}
      searchable
      hidePickedOptions
      maxValues={TAGS_MAX}
      data={tags.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
      value={value}
      onChange={(chosen) => onChange(tags.map(({ uuid }) => uuid).filter((uuid) => chosen.includes(uuid)))}
    />
  );
}
