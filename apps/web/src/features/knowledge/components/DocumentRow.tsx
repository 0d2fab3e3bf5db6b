import type { DocumentView } from '@hanasu/contract/knowledge';
import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses } from '../../../shell/components/DataTable.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import { DocumentName } from './DocumentName.tsx';
import { StatusCell } from './StatusCell.tsx';

interface DocumentRowProps {
  document: DocumentView;
  /** Absent: nothing can be selected. */
  selection?: { selected: boolean; onSelect: (selected: boolean) => void } | undefined;
  /** Of the base it is in, on the page of all of them. */
  knowledgeName?: string | undefined;
  onTag: (tag: string) => void;
}

export function DocumentRow({ document, selection, knowledgeName, onTag }: DocumentRowProps) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <tr>
      {selection && (
        <td data-fit data-tick>
          <Checkbox
            checked={selection.selected}
            onChange={(event) => selection.onSelect(event.currentTarget.checked)}
            aria-label={t('documents.select', { name: document.title })}
          />
        </td>
      )}
      <td>
        <DocumentName document={document} onTag={onTag} />
        {knowledgeName !== undefined && (
          <Link
            to="/Knowledge/$id/documents"
            params={{ id: document.knowledgeUuid }}
            className={cellClasses.sub}
            title={t('documents.base')}
            style={{ paddingInlineStart: 26 }}
          >
            {knowledgeName}
          </Link>
        )}
      </td>
      <td>
        <StatusCell document={document} />
      </td>
      <td data-number data-minor>
        {document.pages === null ? '–' : format.number(document.pages)}
      </td>
      <td data-number data-minor>
        {document.status === 'ready' ? format.number(document.embeddings) : '–'}
      </td>
      <td data-number data-minor>
        {format.bytes(document.bytes)}
      </td>
      <td data-minor title={format.dateTime(document.updatedAt)}>
        {format.ago(document.updatedAt)}
      </td>
      <td data-fit>
        <DocumentActions document={document} />
      </td>
    </tr>
  );
}
