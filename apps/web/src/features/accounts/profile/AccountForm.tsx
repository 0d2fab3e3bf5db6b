import type { UserView } from '@hanasu/contract/accounts';
import { changeAccount } from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { ColorField } from '../../../shell/components/ColorField.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import { useChangeAccount } from '../team/team.queries.ts';

/** The shop's name, colour and time zone. */
export function AccountForm({ user }: { user: UserView }) {
  const { t, locale } = useWords();
  const { name, timeZone, color } = user.account;
  const form = useForm({
    resolver: zodResolver(changeAccount.body),
    values: { name, timeZone, color },
    mode: 'onTouched',
  });
  const change = useChangeAccount();
  const zones = useMemo(() => timeZoneChoices(locale), [locale]);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      toasts.add({ title: t('shell.saved') });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={460}>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('accounts.shopName')}
          autoComplete="organization"
          {...form.register('name')}
          error={errors.name?.message}
        />
        <Controller
          control={form.control}
          name="color"
          render={({ field }) => (
            <ColorField
              label={t('account.color')}
              description={t('account.colorHelp')}
              placeholder={t('account.noColor')}
              // Above the field: the button that saves lies below it.
              popoverProps={{ position: 'top-start' }}
              value={field.value ?? ''}
              onChange={(value) => field.onChange(value || null)}
              onBlur={field.onBlur}
              error={errors.color && t('account.colorWrong')}
            />
          )}
        />
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field }) => (
            <Select
              label={t('account.timeZone')}
              description={t('team.timeZoneHelp')}
              data={zones}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('account.noTimeZone')}
              value={field.value ?? null}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.timeZone?.message}
            />
          )}
        />
        <Group>
          <Button type="submit" loading={change.isPending} disabled={!isDirty}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
