import { changeSubmission, deleteSubmission, type SubmissionView } from '@hanasu/contract/form-submissions';
import type { FormSubmissionId } from '@hanasu/contract/ids';
import { ActionIcon, Button, Drawer, SegmentedControl, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { deleteLater } from '../../../shell/notifications/delete-later.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { SubmissionAnswers } from './SubmissionAnswers.tsx';
import { SubmissionNote } from './SubmissionNote.tsx';
import classes from './Submissions.module.css';
import { submissionQuery, useChangeSubmission, useDeleteSubmission } from './submissions.queries.ts';

interface SubmissionPanelProps {
  uuid: FormSubmissionId | undefined;
  /** What the table shows, in its order. */
  order: readonly FormSubmissionId[];
  onOpen: (uuid: FormSubmissionId | undefined) => void;
  /** Whether there are pages of the table after this one, or before it. */
  isMore: (step: 1 | -1) => boolean;
  onBeyond: (step: 1 | -1) => void;
}

/** One submission, beside the table. */
export function SubmissionPanel({ uuid, ...steps }: SubmissionPanelProps) {
  const { onOpen } = steps;
  const { t } = useWords();
  return (
    <Drawer
      opened={uuid !== undefined}
      onClose={() => onOpen(undefined)}
      position="right"
      size={520}
      title={t('submissions.one')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {uuid && (
        <>
          <Steps uuid={uuid} {...steps} />
          <Content key={uuid} uuid={uuid} onOpen={onOpen} />
        </>
      )}
    </Drawer>
  );
}

type OpenProps = SubmissionPanelProps & { uuid: FormSubmissionId };

/** The one after it in the table, or before it. */
function Steps({ uuid, order, onOpen, isMore, onBeyond }: OpenProps) {
  const { t } = useWords();
  const place = order.indexOf(uuid);
  const beside = (step: 1 | -1) => (place < 0 ? undefined : order[place + step]);
  const go = (step: 1 | -1) => {
    const next = beside(step);
    if (next) onOpen(next);
    else if (place >= 0 && isMore(step)) onBeyond(step);
  };
  const isEnd = (step: 1 | -1) => !beside(step) && !(place >= 0 && isMore(step));
  // Also with the focus on the status, which is an input.
  useHotkeys(
    [
      [SHORTCUTS.nextConversation.keys[0], () => go(1)],
      [SHORTCUTS.previousConversation.keys[0], () => go(-1)],
    ],
    ['TEXTAREA'],
  );
  const button = (step: 1 | -1, label: string, keys: string) => (
    <ActionIcon
      variant="default"
      size={36}
      className={classes.step ?? ''}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      // Not disabled at the end, so that the focus stays with who goes on pressing.
      aria-disabled={isEnd(step)}
      data-disabled={isEnd(step) || undefined}
      onClick={() => go(step)}
    >
      <Icon name={step > 0 ? 'arrow-down' : 'arrow-up'} />
    </ActionIcon>
  );
  return (
    <div className={classes.steps}>
      {button(-1, t('submissions.earlier'), SHORTCUTS.previousConversation.keys[0])}
      {button(1, t('submissions.later'), SHORTCUTS.nextConversation.keys[0])}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Icon name="file-text" />}
        onClick={() => window.print()}
      >
        {t('submissions.print')}
      </Button>
      <Can endpoint={deleteSubmission}>
        <Remove uuid={uuid} onRemoved={() => onOpen(beside(1) ?? beside(-1))} />
      </Can>
    </div>
  );
}

function Remove({ uuid, onRemoved }: { uuid: FormSubmissionId; onRemoved: () => void }) {
  const { t } = useWords();
  const remove = useDeleteSubmission();
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<Icon name="trash-2" />}
      onClick={() => {
        deleteLater({
          ids: [uuid],
          title: t('submissions.removed'),
          undoLabel: t('shell.undo'),
          run: () => remove.mutateAsync(uuid),
        });
        onRemoved();
      }}
    >
      {t('submissions.remove')}
    </Button>
  );
}

function Content({ uuid, onOpen }: Pick<OpenProps, 'uuid' | 'onOpen'>) {
  const { t } = useWords();
  const { data: submission, error, refetch } = useQuery(submissionQuery(uuid));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!submission) return <Skeleton height={320} radius="md" aria-hidden />;
  return (
    <>
      <Head submission={submission} />
      <Marks submission={submission} onOpen={onOpen} />
      <Staff submission={submission} />
      <section className={classes.section} aria-label={t('submissions.answers')}>
        <SubmissionAnswers submission={submission} />
      </section>
    </>
  );
}

function Head({ submission }: { submission: SubmissionView }) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useFriendName();
  const { customer, channel, source, version, createdAt } = submission;
  return (
    <div className={classes.head}>
      <strong>
        {customer ? (
          <Link to="/Customer/$id" params={{ id: customer.uuid }}>
            {nameOf(customer.name) || t('submissions.nobody')}
          </Link>
        ) : (
          t('submissions.nobody')
        )}
      </strong>
      <span className={classes.sub}>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {[
          '',
          t(`submissions.sources.${source}`),
          channel?.name,
          t('submissions.filters.version', { number: format.number(version) }),
        ]
          .filter((word) => word !== undefined)
          .join(' · ')}
      </span>
    </div>
  );
}

/** How it is known who sent it, what was kept of the customer, and whether it came before. */
function Marks({
  submission: { identity, kept, duplicateOf },
  onOpen,
}: {
  submission: SubmissionView;
  onOpen: (uuid: FormSubmissionId) => void;
}) {
  const { t } = useWords();
  const factOf = useFactName();
  if (identity === 'none' && kept.length === 0 && !duplicateOf) return null;
  return (
    <ul className={classes.marks}>
      {identity === 'link' && (
        <li>
          <Icon name="link" size={14} />
          <span>
            <strong>{t('submissions.link')}</strong> {t('submissions.linkHint')}
          </span>
        </li>
      )}
      {identity === 'signed' && (
        <li>
          <Icon name="shield-check" size={14} />
          <span>{t('submissions.signed')}</span>
        </li>
      )}
      {kept.length > 0 && (
        <li>
          <Icon name="info" size={14} />
          <span>{t('submissions.kept', { facts: [...new Set(kept.map(factOf))].join(', ') })}</span>
        </li>
      )}
      {duplicateOf && (
        <li>
          <Icon name="copy" size={14} />
          <span>
            {t('submissions.duplicate')}{' '}
            <button type="button" className={classes.textButton} onClick={() => onOpen(duplicateOf)}>
              {t('submissions.openDuplicate')}
            </button>
          </span>
        </li>
      )}
    </ul>
  );
}

const FACTS = {
  displayName: 'contact.facts.displayName',
  kana: 'contact.facts.kana',
  birthday: 'contact.facts.birthday',
  address: 'contact.facts.address',
  note: 'contact.facts.note',
  phone: 'contact.facts.phones',
  email: 'contact.facts.emails',
} as const;
const isFact = (name: string): name is keyof typeof FACTS => Object.hasOwn(FACTS, name);

/** A field of the account that this person does not see is not named. */
function useFactName(): (name: string) => string {
  const { t } = useWords();
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  return (name) =>
    isFact(name)
      ? t(FACTS[name])
      : (fields.find(({ uuid }) => uuid === name)?.label ?? t('submissions.keptField'));
}

const STATES = ['new', 'seen', 'done'] as const satisfies readonly SubmissionView['state'][];

/** What staff say of it. Who opens a new one and may say so has seen it. */
function Staff({ submission }: { submission: SubmissionView }) {
  const { t } = useWords();
  const { uuid, state } = submission;
  const mayChange = usePermission(changeSubmission);
  const { mutate } = useChangeSubmission(uuid);
  const onOpened = useEffectEvent(() => {
    if (mayChange && state === 'new') mutate({ state: 'seen' });
  });
  useEffect(() => onOpened(), []);
  return (
    <section className={classes.section} aria-label={t('submissions.state')}>
      <SegmentedControl
        fullWidth
        aria-label={t('submissions.state')}
        disabled={!mayChange}
        data={STATES.map((value) => ({ value, label: t(`submissions.states.${value}`) }))}
        value={state}
        onChange={(value) => mutate({ state: STATES.find((one) => one === value) ?? state })}
      />
      <SubmissionNote submission={submission} isReadOnly={!mayChange} />
    </section>
  );
}
