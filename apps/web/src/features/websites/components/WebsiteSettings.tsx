import type { WebsiteView } from '@hanasu/contract/websites';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { changesOf, valuesOf, type WebsiteValues } from '../website-values.ts';
import { useChangeWebsite } from '../websites.queries.ts';
import { WebsiteFields } from './WebsiteFields.tsx';

export function WebsiteSettings({ website, onClose }: { website: WebsiteView; onClose: () => void }) {
  const { t } = useWords();
  const change = useChangeWebsite(website.uuid);
  const form = useForm<WebsiteValues>({ defaultValues: valuesOf(website) });
  const { errors } = form.formState;
  const save = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(changesOf(values));
      toasts.add({ title: t('websites.saved') });
      onClose();
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <WebsiteFields form={form} isOpen />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
