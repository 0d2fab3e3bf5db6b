import { type DocumentView, deleteDocument } from '@hanasu/contract/knowledge';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses } from '../../../shell/components/DataTable.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useRetryDocument } from '../knowledge.queries.ts';
import { DeleteDocument } from './DeleteDocument.tsx';
import { StatusCell } from './StatusCell.tsx';

export function DocumentRow({ document }: { document: DocumentView }) {
  const { t } = useWords();
  const format = useFormat();
  const retry = useRetryDocument(document.knowledgeUuid);
  const [asking, dialog] = useDisclosure(false);
  return (
    <tr>
      <td>
        <Link
          to="/Knowledge/$id/documents/$documentId"
          params={{ id: document.knowledgeUuid, documentId: document.uuid }}
          className={cellClasses.main}
        >
          {document.title}
        </Link>
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
        <OnlyFor endpoint={deleteDocument}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('knowledge.moreOf', { name: document.title })}
              >
                <Icon name="ellipsis" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Icon name="refresh-cw" />}
                onClick={() => retry.mutate(document.uuid)}
                disabled={document.status !== 'failed' && document.status !== 'ready'}
              >
                {t('knowledge.retry')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
                {t('knowledge.deleteDocument')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </OnlyFor>
        <DeleteDocument document={document} opened={asking} onClose={dialog.close} />
      </td>
    </tr>
  );
}
