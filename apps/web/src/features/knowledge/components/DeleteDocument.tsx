import type { DocumentView } from '@hanasu/contract/knowledge';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useDeleteDocument } from '../knowledge.queries.ts';

interface DeleteDocumentProps {
  document: DocumentView;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDocument({ document, opened, onClose, onDeleted }: DeleteDocumentProps) {
  const { t } = useWords();
  const remove = useDeleteDocument(document.knowledgeUuid);
  const confirm = async () => {
    await remove.mutateAsync(document.uuid);
    onClose();
    toasts.add({ title: t('knowledge.deleted', { name: document.title }) });
    onDeleted?.();
  };
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      // The dialog shows a failure itself.
      onConfirm={() => void confirm().catch(() => undefined)}
      title={t('knowledge.deleteDocumentTitle', { name: document.title })}
      action={t('knowledge.deleteDocument')}
      pending={remove.isPending}
      error={remove.error}
    >
      {t('knowledge.deleteDocumentText')}
    </ConfirmDelete>
  );
}
