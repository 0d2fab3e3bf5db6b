import { EmbedConfig, type EmbedSetting, Site } from '@hanasu/contract/embed';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, NumberInput, Stack, TagsInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useUpdateEmbed } from './embed.queries.ts';

const Form = EmbedConfig.pick({ sites: true, perVisitorPerDay: true, perDay: true });

/** Where the chat may be and how often it may be asked; its look stands below. */
export function SitesForm({ setting }: { setting: EmbedSetting }) {
  const { t } = useWords();
  const { botUuid, sites, perVisitorPerDay, perDay } = setting;
  const values = { sites, perVisitorPerDay, perDay };
  const form = useForm({ resolver: zodResolver(Form), defaultValues: values });
  const update = useUpdateEmbed(botUuid);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    try {
      await update.mutateAsync(input);
      form.reset(input);
      toasts.add({ title: t('shell.saved') });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <Controller
          control={form.control}
          name="sites"
          render={({ field, fieldState }) => (
            <TagsInput
              label={t('embed.sites')}
              description={t('embed.sitesHelp')}
              placeholder={field.value.length === 0 ? 'https://www.example.com' : ''}
              value={field.value}
              onBlur={field.onBlur}
              acceptValueOnBlur
              maxTags={30}
              onChange={(sites) => field.onChange(sites.map((site) => Site.safeParse(site).data ?? site))}
              error={fieldState.invalid && t('embed.siteWrong')}
            />
          )}
        />
        <Group grow align="flex-start">
          {(['perVisitorPerDay', 'perDay'] as const).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field, fieldState }) => (
                <NumberInput
                  label={t(`embed.${name}`)}
                  min={1}
                  allowDecimal={false}
                  value={field.value}
                  onBlur={field.onBlur}
                  onChange={(value) => field.onChange(Number(value))}
                  error={fieldState.error?.message}
                />
              )}
            />
          ))}
        </Group>
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
