import type { KnowledgeId } from '@hanasu/contract/ids';
import { WEBSITE_MODES } from '@hanasu/contract/websites';
import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { shortAddress } from './short-address.ts';
import { WebsiteFields } from './WebsiteFields.tsx';
import { checkAddress, NEW_WEBSITE, requestOf, type WebsiteValues } from './website-values.ts';
import { useCreateWebsite } from './websites.queries.ts';

interface CreateWebsiteProps {
  knowledgeUuid: KnowledgeId;
  onCreated: () => void | Promise<void>;
}

/** Adds a page, a sitemap or a site to a base; reading begins at once. */
export function CreateWebsite({ knowledgeUuid, onCreated }: CreateWebsiteProps) {
  const { t } = useWords();
  const create = useCreateWebsite(knowledgeUuid);
  const form = useForm<WebsiteValues>({ defaultValues: NEW_WEBSITE });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { url } = await create.mutateAsync(requestOf(values));
      toasts.add({ title: t('websites.created', { site: shortAddress(url) }) });
      await onCreated();
    } catch (error) {
      applyFormError(form, error, { website_exists: 'url', website_address_refused: 'url' });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={isDirty && !create.isPending && !create.isSuccess} />
      <Stack>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('websites.address')}
          placeholder={t('websites.addressExample')}
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          {...form.register('url', { validate: checkAddress })}
          error={errors.url?.message}
        />
        <Controller
          control={form.control}
          name="mode"
          render={({ field }) => (
            <Radio.Group label={t('websites.mode')} value={field.value} onChange={field.onChange}>
              <Stack gap="xs" mt={6}>
                {WEBSITE_MODES.map((mode) => (
                  <Radio
                    key={mode}
                    value={mode}
                    label={t(`websites.modes.${mode}`)}
                    description={t(`websites.modeHelp.${mode}`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
        />
        <WebsiteFields form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('websites.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
