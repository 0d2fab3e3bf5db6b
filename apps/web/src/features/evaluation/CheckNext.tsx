import { makeDocumentQuestions } from '@hanasu/contract/document-questions';
import type { KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { documentsQuery } from '../../entities/knowledge/documents.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './AnswerCheck.module.css';
import { checkQuery } from './question-sets.queries.ts';

const NEW_MS = 24 * 60 * 60_000;

/** After an upload: leads to the check of the document that became ready last, while it was not made. */
export function CheckNext({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const mayMake = usePermission(makeDocumentQuestions);
  const { data: ready } = useQuery(documentsQuery(knowledgeUuid, { status: 'ready' }));
  const newest = ready?.items.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))[0];
  const isNew = newest !== undefined && Date.now() - Date.parse(newest.updatedAt) < NEW_MS;
  return mayMake && isNew ? <CheckLink document={newest} /> : null;
}

function CheckLink({ document }: { document: DocumentView }) {
  const { t } = useWords();
  const { uuid, version, title, knowledgeUuid } = document;
  const { data: check } = useQuery(checkQuery({ uuid, version }));
  const bot = check?.bots.find((each) => each.uuid === check.botUuid);
  if (!bot || check?.state !== 'none') return null;
  return (
    <aside className={classes.next}>
      <span>{t('documentCheck.next', { title, bot: bot.name })}</span>
      <Button
        size="xs"
        leftSection={<Icon name="message-square-text" />}
        renderRoot={(props) => (
          <Link
            to="/Knowledge/$id/documents/$documentId"
            params={{ id: knowledgeUuid, documentId: uuid }}
            {...props}
          />
        )}
      >
        {t('documentCheck.nextAction')}
      </Button>
    </aside>
  );
}
