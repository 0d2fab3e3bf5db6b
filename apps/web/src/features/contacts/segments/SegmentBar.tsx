import type { SegmentId } from '@hanasu/contract/ids';
import {
  changeSegment,
  createSegment,
  type SegmentDefinition,
  type SegmentProblem,
  type SegmentView,
} from '@hanasu/contract/segments';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { NameDialog } from './NameDialog.tsx';
import classes from './Segments.module.css';
import {
  useChangeSegment,
  useCreateSegment,
  useDeleteSegment,
  useSnapshotSegment,
} from './segments.queries.ts';

interface SegmentBarProps {
  /** A saved one, or conditions without a name. */
  segmentUuid: SegmentId | undefined;
  definition: SegmentDefinition | undefined;
  /** What the list said of it. */
  problems: readonly SegmentProblem[];
  onEdit: () => void;
  onChoose: (uuid: SegmentId | undefined) => void;
}

/** Which segment a list is narrowed by, and what can be done with it. */
export function SegmentBar({ segmentUuid, definition, problems, onEdit, onChoose }: SegmentBarProps) {
  const { t } = useWords();
  const { data: segments } = useQuery(segmentsQuery);
  const segment = segments?.find(({ uuid }) => uuid === segmentUuid) ?? null;
  if (!segment && !definition) return null;
  const wrong = segment?.problems ?? problems;
  const isFixed = segment?.kind === 'snapshot' || segment?.archivedAt;
  return (
    <section className={classes.bar} aria-label={t('contact.segments.label')}>
      <div className={classes.barWords}>
        <strong>{segment?.name ?? t('segments.unsaved')}</strong>
        {segment && <small>{<Facts segment={segment} />}</small>}
        {wrong.length > 0 && (
          <p className={classes.problem}>
            <Icon name="triangle-alert" size={14} />
            {t('segments.broken')}: {t(`segments.problems.${wrong[0]?.reason ?? 'unknown'}`)}
          </p>
        )}
      </div>
      {!isFixed && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<Icon name="pencil" size={14} />}
          onClick={onEdit}
        >
          {t(wrong.length > 0 ? 'segments.mend' : 'segments.edit')}
        </Button>
      )}
      {!segment && definition && wrong.length === 0 && (
        <Can endpoint={createSegment}>
          <SaveAs definition={definition} onSaved={onChoose} />
        </Can>
      )}
      {segment && (
        <Can endpoint={changeSegment}>
          <Actions key={segment.uuid} segment={segment} onChoose={onChoose} />
        </Can>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={t('segments.leave')}
        onClick={() => onChoose(undefined)}
      >
        <Icon name="x" />
      </ActionIcon>
    </section>
  );
}

interface SaveAsProps {
  definition: SegmentDefinition;
  onSaved: (uuid: SegmentId) => void;
}

/** Gives the conditions a name. */
function SaveAs({ definition, onSaved }: SaveAsProps) {
  const { t } = useWords();
  const [isNaming, naming] = useDisclosure(false);
  const { mutate, isPending, error } = useCreateSegment();
  const save = (name: string) =>
    mutate(
      { name, definition },
      {
        onSuccess: ({ uuid }) => {
          toasts.add({ title: t('segments.saved') });
          naming.close();
          onSaved(uuid);
        },
      },
    );
  return (
    <>
      <Button size="compact-md" variant="default" onClick={naming.open}>
        {t('segments.saveAs')}
      </Button>
      {isNaming && (
        <NameDialog
          title={t('segments.saveAs')}
          submit={t('shell.save')}
          hint={t('segments.nameHint')}
          isPending={isPending}
          error={error}
          onClose={naming.close}
          onSubmit={save}
        />
      )}
    </>
  );
}

function Facts({ segment }: { segment: SegmentView }) {
  const { t } = useWords();
  const format = useFormat();
  const { kind, members, version, changedBy, updatedAt, createdAt } = segment;
  if (kind === 'snapshot') {
    const date = format.dateTime(createdAt);
    if (members === null) return t('segments.snapshotHidden', { date });
    return t('segments.snapshotOf', { count: members, number: format.number(members), date });
  }
  const date = format.date(updatedAt);
  return changedBy
    ? t('segments.version', { version, name: changedBy.name, date })
    : t('segments.versionBySomebody', { version, date });
}

type Asked = 'rename' | 'snapshot' | 'delete' | null;

function Actions({
  segment,
  onChoose,
}: {
  segment: SegmentView;
  onChoose: (uuid: SegmentId | undefined) => void;
}) {
  const { t } = useWords();
  const [asked, setAsked] = useState<Asked>(null);
  const change = useChangeSegment();
  const { uuid, archivedAt, problems, kind } = segment;
  const isArchived = archivedAt !== null;
  const end = () => setAsked(null);
  const archive = () =>
    change.mutate(
      { uuid, body: { archived: !isArchived } },
      {
        onSuccess: () => toasts.add({ title: t(isArchived ? 'segments.restored' : 'segments.archived') }),
        onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('segments.actions')}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" size={14} />} onClick={() => setAsked('rename')}>
            {t('segments.rename')}
          </Menu.Item>
          {kind === 'live' && problems.length === 0 && (
            <Menu.Item leftSection={<Icon name="users" size={14} />} onClick={() => setAsked('snapshot')}>
              {t('segments.snapshot.open')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name={isArchived ? 'archive-restore' : 'archive'} size={14} />}
            onClick={archive}
          >
            {t(isArchived ? 'segments.restore' : 'segments.archive')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash-2" size={14} />}
            onClick={() => setAsked('delete')}
          >
            {t('segments.delete.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'rename' && <Rename segment={segment} onClose={end} />}
      {asked === 'snapshot' && <Snapshot segment={segment} onClose={end} onMade={onChoose} />}
      <Delete
        segment={segment}
        opened={asked === 'delete'}
        onClose={end}
        onDone={() => onChoose(undefined)}
      />
    </>
  );
}

interface DialogProps {
  segment: SegmentView;
  onClose: () => void;
}

function Rename({ segment: { uuid, name: start }, onClose }: DialogProps) {
  const { t } = useWords();
  const { mutate, isPending, error } = useChangeSegment();
  const rename = (name: string) =>
    mutate(
      { uuid, body: { name } },
      {
        onSuccess: () => {
          toasts.add({ title: t('segments.renamed') });
          onClose();
        },
      },
    );
  return (
    <NameDialog
      title={t('segments.rename')}
      submit={t('shell.save')}
      start={start}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSubmit={rename}
    />
  );
}

const NAME_MAX = 60;

function Snapshot({ segment, onClose, onMade }: DialogProps & { onMade: (uuid: SegmentId) => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { mutate, isPending, error } = useSnapshotSegment();
  const date = format.date(new Date().toISOString());
  const make = (name: string) =>
    mutate(
      { uuid: segment.uuid, name },
      {
        onSuccess: ({ uuid }) => {
          toasts.add({ title: t('segments.snapshot.done') });
          onClose();
          onMade(uuid);
        },
      },
    );
  return (
    <NameDialog
      title={t('segments.snapshot.title')}
      submit={t('segments.snapshot.submit')}
      start={t('segments.snapshot.name', { name: segment.name, date }).slice(0, NAME_MAX)}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSubmit={make}
    >
      <p className={classes.lead}>{t('segments.snapshot.text')}</p>
    </NameDialog>
  );
}

const USES = ['botGroup', 'rule', 'notify', 'broadcast'] as const;

/** Where it is used is said instead, when it cannot be deleted for that. */
function Delete({ segment, opened, onClose, onDone }: DialogProps & { opened: boolean; onDone: () => void }) {
  const { t } = useWords();
  const remove = useDeleteSegment();
  const uses = isApiError(remove.error, 'segment_in_use') ? remove.error.errors : [];
  const confirm = () =>
    remove.mutate(segment.uuid, {
      onSuccess: () => {
        toasts.add({ title: t('segments.delete.done') });
        onClose();
        onDone();
      },
    });
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      title={t('segments.delete.title', { name: segment.name })}
      pending={remove.isPending}
      error={uses.length > 0 ? null : remove.error}
      onConfirm={confirm}
    >
      {t(segment.kind === 'snapshot' ? 'segments.delete.snapshotText' : 'segments.delete.text')}
      {uses.length > 0 && (
        <div role="alert" className={classes.uses}>
          <p>{t('segments.delete.usedIn')}</p>
          <ul>
            {uses.map(({ code, message: name }) => (
              <li key={`${code} ${name}`}>
                {t(`segments.uses.${USES.find((use) => use === code) ?? 'other'}`, { name })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDelete>
  );
}
