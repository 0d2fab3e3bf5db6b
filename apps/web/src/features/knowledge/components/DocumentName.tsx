import type { DocumentView } from '@hanasu/contract/knowledge';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { cellClasses } from '../../../shell/components/DataTable.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import classes from './DocumentName.module.css';

export const KIND_ICONS = {
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
export function DocumentName({ document, onTag }: DocumentNameProps) {
  const { t } = useWords();
  const { kind, title, folder, url, tags, version, stale, unreadPages, editsToReview } = document;
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
        {editsToReview > 0 && (
          <span className={classes.warning}>
            <Icon name="pencil" size={13} /> {t('documents.toReview', { count: editsToReview })}
          </span>
        )}
      </div>
    </div>
  );
}
