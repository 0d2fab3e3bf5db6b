import type { KnowledgeView } from '@hanasu/contract/knowledge';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { Icon } from '../../../shell/Icon.tsx';

export function KnowledgeTable({ items }: { items: readonly KnowledgeView[] }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <DataTable label={t('knowledge.title')}>
      <thead>
        <tr>
          <th scope="col">{t('knowledge.columns.name')}</th>
          <th scope="col">{t('knowledge.columns.documents')}</th>
          <th scope="col" data-number data-minor>
            {t('knowledge.columns.chunks')}
          </th>
          <th scope="col" data-number data-minor>
            {t('knowledge.columns.size')}
          </th>
          <th scope="col" data-number data-minor>
            {t('knowledge.columns.bots')}
          </th>
          <th scope="col" data-minor>
            {t('knowledge.columns.changed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((base) => (
          <tr key={base.uuid}>
            <td>
              <Link to="/Knowledge/$id/documents" params={{ id: base.uuid }} className={cellClasses.main}>
                {base.name}
              </Link>
            </td>
            <td>
              {t('knowledge.readyCount', {
                ready: format.number(base.ready),
                total: format.number(base.documents),
              })}
              {base.failed > 0 && (
                <Badge color="red" ml={8} leftSection={<Icon name="triangle-alert" size={12} />}>
                  {t('knowledge.failedCount', { count: base.failed })}
                </Badge>
              )}
            </td>
            <td data-number data-minor>
              {format.number(base.embeddings)}
            </td>
            <td data-number data-minor>
              {format.bytes(base.bytes)}
            </td>
            <td data-number data-minor>
              {format.number(base.bots)}
            </td>
            <td data-minor title={format.dateTime(base.updatedAt)}>
              {format.ago(base.updatedAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
