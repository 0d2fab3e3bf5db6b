import { type DocumentView, deleteDocument } from '@hanasu/contract/knowledge';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { BulkBar } from './BulkBar.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import classes from './DocumentName.module.css';
import { StatusCell } from './StatusCell.tsx';

interface DocumentTableProps {
  items: readonly (DocumentView & { knowledgeName?: string })[];
  onTag: (tag: string) => void;
}

/** Documents with what each is, how it stands, and what can be done with one or with several. */
export function DocumentTable({ items, onTag }: DocumentTableProps) {
  const { t } = useWords();
  const maySelect = usePermission(deleteDocument);
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

const KIND_ICONS = {
  file: 'file-text',
  text: 'text-quote',
  page: 'globe',
  questions: 'messages-square',
} as const satisfies Record<DocumentView['kind'], IconName>;

const SHOWN_PAGES = 8;

interface DocumentNameProps {
  document: DocumentView;
  onTag: (tag: string) => void;
}

/** What a document is: kind, title, folder or address, tags, version, and what should be looked at. */
function DocumentName({ document, onTag }: DocumentNameProps) {
  const { t } = useWords();
  const { kind, title, folder, url, tags, version, stale, unreadPages, warnings, editsToReview } = document;
  const place = folder || url;
  const shown = unreadPages.slice(0, SHOWN_PAGES).join(', ');
  const pages = unreadPages.length > SHOWN_PAGES ? `${shown}, …` : shown;
  return (
    <div className={classes.name}>
      <Icon name={KIND_ICONS[kind]} label={t(`documents.kinds.${kind}`)} className={classes.icon ?? ''} />
      <div className={classes.words}>
        <span>
          <Link
            to="/Knowledge/$id/documents/$documentId"
            params={{ id: document.knowledgeUuid, documentId: document.uuid }}
            className={cellClasses.main}
          >
            {title}
          </Link>
          {version > 1 && (
            <span
              className={classes.version}
              title={t('documents.versionLabel', { version: String(version) })}
            >
              {t('documents.version', { version: String(version) })}
            </span>
          )}
        </span>
        {place && (
          <span className={cellClasses.sub} data-place>
            {folder && <Icon name="folder" size={12} />} {place}
          </span>
        )}
        {tags.length > 0 && (
          <span className={classes.tags}>
            {tags.map((tag) => (
              <button key={tag} type="button" className={classes.tag} onClick={() => onTag(tag)}>
                {tag}
              </button>
            ))}
          </span>
        )}
        {stale && (
          <span className={classes.warning}>
            <Icon name="clock" size={13} /> {t(`documents.stale.${stale}`)}
          </span>
        )}
        {unreadPages.length > 0 && (
          <span className={classes.warning}>
            <Icon name="image" size={13} /> {t('documents.unreadPages', { count: unreadPages.length, pages })}
          </span>
        )}
        {warnings.map((warning) => (
          <span key={warning} className={classes.warning}>
            <Icon name="triangle-alert" size={13} /> {t(`documents.warnings.${warning}`)}
          </span>
        ))}
        {editsToReview > 0 && (
          <span className={classes.warning}>
            <Icon name="pencil" size={13} /> {t('documents.toReview', { count: editsToReview })}
          </span>
        )}
      </div>
    </div>
  );
}
