import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { ActionIcon, Button, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { movedBy } from '../../../shell/components/column-choice.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { FieldForm } from './FieldForm.tsx';
import classes from './Fields.module.css';
import { useChangeField, useOrderFields } from './fields.mutations.ts';

/** What the account keeps of its customers besides the facts that everybody has. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const { data: fields, error, refetch } = useQuery(customerFieldsQuery);
  const [edited, setEdited] = useState<CustomerFieldView['uuid'] | 'new' | null>(null);
  const used = fields?.filter(({ archivedAt }) => archivedAt === null) ?? [];
  const end = () => setEdited(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('customerFields.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <p className={classes.note}>{t('customerFields.lead')}</p>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!fields && !error && <Skeleton height={120} my="md" animate={false} aria-hidden />}
      {fields?.length === 0 && edited === null && (
        <p className={classes.empty}>{t('customerFields.empty')}</p>
      )}
      <ul className={classes.list}>
        {fields?.map((field) => (
          <li key={field.uuid}>
            {edited === field.uuid ? (
              <FieldForm field={field} onDone={end} />
            ) : (
              <FieldRow field={field} used={used} onEdit={() => setEdited(field.uuid)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <FieldForm field={null} onDone={end} />
      ) : (
        <Button mt="sm" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          {t('customerFields.add')}
        </Button>
      )}
    </Modal>
  );
}

interface FieldRowProps {
  field: CustomerFieldView;
  /** Among which it has its place. */
  used: readonly CustomerFieldView[];
  onEdit: () => void;
}

function FieldRow({ field, used, onEdit }: FieldRowProps) {
  const { t } = useWords();
  const order = useOrderFields();
  const change = useChangeField(false);
  const { uuid, label, kind, hiddenFrom, archivedAt } = field;
  const isArchived = archivedAt !== null;
  const index = used.indexOf(field);
  const facts = [
    t(`customerFields.kinds.${kind}`),
    hiddenFrom.length > 0 && t('customerFields.hidden'),
    isArchived && t('customerFields.archived'),
  ];
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <div className={classes.row} data-archived={isArchived || undefined}>
      <span className={classes.words}>
        {label}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {!isArchived && (
        <>
          <ActionIcon
            {...button}
            aria-label={t('customerFields.earlier', { name: label })}
            data-disabled={index === 0 || undefined}
            aria-disabled={index === 0}
            onClick={() => index > 0 && order.mutate(movedBy(used, field, -1))}
          >
            <Icon name="arrow-up" size={15} />
          </ActionIcon>
          <ActionIcon
            {...button}
            aria-label={t('customerFields.later', { name: label })}
            data-disabled={index === used.length - 1 || undefined}
            aria-disabled={index === used.length - 1}
            onClick={() => index < used.length - 1 && order.mutate(movedBy(used, field, 1))}
          >
            <Icon name="arrow-down" size={15} />
          </ActionIcon>
          <ActionIcon {...button} aria-label={t('customerFields.edit', { name: label })} onClick={onEdit}>
            <Icon name="pencil" size={15} />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        {...button}
        aria-label={t(isArchived ? 'customerFields.restore' : 'customerFields.archive', { name: label })}
        loading={change.isPending}
        onClick={() => change.mutate({ uuid, body: { archived: !isArchived } })}
      >
        <Icon name={isArchived ? 'archive-restore' : 'archive'} size={15} />
      </ActionIcon>
    </div>
  );
}
