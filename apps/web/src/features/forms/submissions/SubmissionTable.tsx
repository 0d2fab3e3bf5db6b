import type { FormField } from '@hanasu/contract/form-definition';
import type { SubmissionView } from '@hanasu/contract/form-submissions';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ColumnHandle } from '../../../shell/components/ColumnHandle.tsx';
import {
  arrangeColumns,
  type Column,
  type ColumnChoice,
  isColumnShown,
  widthOf,
  widthWithin,
} from '../../../shell/components/column-choice.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { StatePill } from './SubmissionAnswers.tsx';
import classes from './Submissions.module.css';
import { useAnswerWords } from './use-answer-words.ts';
import type { SubmissionColumn } from './use-submission-columns.tsx';

interface SubmissionTableProps {
  items: readonly SubmissionView[];
  fields: readonly FormField[];
  columns: readonly SubmissionColumn[];
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
}

/** A table, and cards where there is no room for one. */
export function SubmissionTable(props: SubmissionTableProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return isPhone ? <Cards {...props} /> : <Table {...props} />;
}

const TIME: Column = { id: 'createdAt', width: 150, isUsual: true };

function Table({ items, columns, choice, onChoice }: SubmissionTableProps) {
  const { t } = useWords();
  const shown = arrangeColumns(columns, choice).filter((column) => isColumnShown(column, choice));
  const [resized, setResized] = useState<{ id: string; width: number } | null>(null);
  const heads = [{ ...TIME, label: t('submissions.columns.createdAt') }, ...shown];
  const widthNow = (column: Column) => (resized?.id === column.id ? resized.width : widthOf(column, choice));
  return (
    <DataTable
      label={t('submissions.title')}
      widths={heads.map((column) => ({ id: column.id, width: widthNow(column) }))}
    >
      <thead>
        <tr>
          {heads.map((column) => (
            <th
              key={column.id}
              scope="col"
              title={column.label}
              data-pin={column.id === TIME.id || undefined}
            >
              {column.label}
              <ColumnHandle
                label={column.label}
                width={widthNow(column)}
                onResize={(width) => setResized({ id: column.id, width: widthWithin(width) })}
                onResized={(width) => {
                  setResized(null);
                  onChoice({ ...choice, widths: { ...choice.widths, [column.id]: widthWithin(width) } });
                }}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((submission) => (
          <tr
            key={submission.uuid}
            data-fresh={submission.state === 'new' || undefined}
            className={classes.row}
          >
            <td data-pin>
              <When submission={submission} />
            </td>
            {shown.map(({ id, cell }) => (
              <td key={id}>
                <div className={classes.cell}>
                  {cell(submission) || <span className={classes.none}>–</span>}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Leads to the panel, which has an address of its own. */
function When({ submission: { uuid, createdAt, duplicateOf } }: { submission: SubmissionView }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Link
      to="."
      search={(old: object) => ({ ...old, submission: uuid })}
      resetScroll={false}
      className={classes.open ?? ''}
      title={duplicateOf ? t('submissions.duplicate') : undefined}
    >
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.ago(createdAt)}
      </time>
      {duplicateOf && (
        <span role="img" aria-label={t('submissions.duplicate')} className={classes.duplicate}>
          <Icon name="copy" size={13} />
        </span>
      )}
    </Link>
  );
}

/** So many answers stand on a card. */
const ON_CARD = 3;

function Cards({ items, fields }: SubmissionTableProps) {
  const { t } = useWords();
  const { labelOf, textOf } = useAnswerWords();
  const nameOf = useFriendName();
  return (
    <ul className={classes.cards} aria-label={t('submissions.title')}>
      {items.map((submission) => {
        const said = fields.filter(({ key }) => submission.answers[key] !== undefined).slice(0, ON_CARD);
        return (
          <li
            key={submission.uuid}
            className={classes.card}
            data-fresh={submission.state === 'new' || undefined}
          >
            <div className={classes.cardHead}>
              <span>
                <When submission={submission} />
              </span>
              <StatePill state={submission.state} />
            </div>
            {submission.customer && <strong>{nameOf(submission.customer.name)}</strong>}
            {said.map((field) => (
              <span key={field.key} className={classes.cardLine}>
                <span className={classes.sub}>{labelOf(field)}</span>{' '}
                {textOf(field, submission.answers[field.key])}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
