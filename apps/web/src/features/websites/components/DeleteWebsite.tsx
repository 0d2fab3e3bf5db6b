import type { WebsiteView } from '@hanasu/contract/websites';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { shortAddress } from '../short-address.ts';
import { useDeleteWebsite } from '../websites.queries.ts';

interface DeleteWebsiteProps {
  website: WebsiteView;
  opened: boolean;
  onClose: () => void;
}

export function DeleteWebsite({ website, opened, onClose }: DeleteWebsiteProps) {
  const { t } = useWords();
  const [keeps, setKeeps] = useState(true);
  const remove = useDeleteWebsite(website.uuid);
  const site = shortAddress(website.url);
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(keeps, {
          onSuccess: () => {
            onClose();
            toasts.add({ title: t('websites.removed', { site }) });
          },
        })
      }
      title={t('websites.removeTitle', { site })}
      pending={remove.isPending}
      error={remove.error}
    >
      <Stack gap="sm">
        <p style={{ margin: 0 }}>{t('websites.removeText')}</p>
        <Checkbox
          label={t('websites.keepDocuments')}
          description={t('websites.keepDocumentsHelp')}
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDelete>
  );
}
