import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { homeQuery } from '../../home/home.queries.ts';

/** How much of its room for files the account uses. */
export function StorageUse() {
  const { t } = useWords();
  const format = useFormat();
  const { data } = useQuery(homeQuery);
  if (!data) return null;
  const { usedBytes, quotaBytes } = data.storage;
  const used = format.bytes(usedBytes);
  return (
    <Text size="sm" c="dimmed">
      {quotaBytes > 0
        ? t('documents.storage', { used, quota: format.bytes(quotaBytes) })
        : t('documents.storageWithoutLimit', { used })}
    </Text>
  );
}
