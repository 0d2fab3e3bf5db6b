import { type DocumentView, deleteDocument } from '@hanasu/contract/knowledge';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { useMay } from '../../../shell/use-may.ts';
import { BulkBar } from './BulkBar.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import { DocumentName } from './DocumentName.tsx';
import { StatusCell } from './StatusCell.tsx';

interface DocumentTableProps {
  items: readonly (DocumentView & { knowledgeName?: string })[];
  onTag: (tag: string) => void;
}

/** Documents with what each is, how it stands, and what can be done with one or with several. */
export function DocumentTable({ items, onTag }: DocumentTableProps) {
  const { t } = useWords();
  const maySelect = useMay(deleteDocument);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ uuid }) => chosen.has(uuid));
  const select = (uuid: string, isSelected: boolean) => {
    const next = new Set(selected.map((one): string => one.uuid));
    if (isSelected) next.add(uuid);
    else next.delete(uuid);
    setChosen(next);
  };
  return (
    <>
      {selected.length > 0 && <BulkBar documents={selected} onDone={() => setChosen(new Set())} />}
      <DataTable label={t('knowledge.documents')}>
        <thead>
          <tr>
            {maySelect && (
              <th scope="col" data-fit data-tick>
                <Checkbox
                  checked={selected.length === items.length}
                  indeterminate={selected.length > 0 && selected.length < items.length}
                  onChange={(event) =>
                    setChosen(new Set(event.currentTarget.checked ? items.map(({ uuid }) => uuid) : []))
                  }
                  aria-label={t('documents.selectAll')}
                />
              </th>
            )}
            <th scope="col">{t('knowledge.columns.name')}</th>
            <th scope="col">{t('knowledge.columns.status')}</th>
            <th scope="col" data-number data-minor>
              {t('knowledge.columns.pages')}
            </th>
            <th scope="col" data-number data-minor>
              {t('knowledge.columns.chunks')}
            </th>
            <th scope="col" data-number data-minor>
              {t('knowledge.columns.size')}
            </th>
            <th scope="col" data-minor>
              {t('knowledge.columns.changed')}
            </th>
            <th scope="col" data-fit>
              <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((document) => (
            <DocumentRow
              key={document.uuid}
              document={document}
              knowledgeName={document.knowledgeName}
              onTag={onTag}
              selection={
                maySelect
                  ? {
                      selected: chosen.has(document.uuid),
                      onSelect: (isSelected) => select(document.uuid, isSelected),
                    }
                  : undefined
              }
            />
          ))}
        </tbody>
      </DataTable>
    </>
  );
}

interface DocumentRowProps {
  document: DocumentView;
  /** Absent: nothing can be selected. */
  selection?: { selected: boolean; onSelect: (selected: boolean) => void } | undefined;
  /** Of the base it is in, on the page of all of them. */
  knowledgeName?: string | undefined;
  onTag: (tag: string) => void;
}

function DocumentRow({ document, selection, knowledgeName, onTag }: DocumentRowProps) {
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
