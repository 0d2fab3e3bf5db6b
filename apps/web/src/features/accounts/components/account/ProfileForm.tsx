import { DisplayName, LOCALES, type Locale, Username, type UserView } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { setLocale } from '../../../../i18n/i18n.ts';
import { LOCALE_NAMES } from '../../../../i18n/locales.ts';
import { useWords } from '../../../../i18n/use-words.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../../shell/components/LeaveGuard.tsx';
import { timeZoneChoices } from '../../../../shell/time-zones.ts';
import { toasts } from '../../../../shell/toasts.tsx';
import { useUpdateAccount } from '../../account.queries.ts';

const Profile = z.object({
  displayName: DisplayName,
  username: Username,
  locale: z.enum(LOCALES),
  timeZone: z.string(),
});
type Profile = z.infer<typeof Profile>;

const profileOf = ({ displayName, username, locale, timeZone }: UserView): Profile => ({
  displayName,
  username,
  locale,
  timeZone,
});

export function ProfileForm({ user }: { user: UserView }) {
  const { t, locale } = useWords();
  const form = useForm<Profile>({ resolver: zodResolver(Profile), values: profileOf(user) });
  const update = useUpdateAccount();
  const zones = useMemo(() => timeZoneChoices(locale), [locale]);
  const { errors, isDirty } = form.formState;
  const save = form.handleSubmit(async (values) => {
    try {
      const saved = await update.mutateAsync(values);
      form.reset(profileOf(saved));
      if (saved.locale !== locale) await setLocale(saved.locale);
      toasts.add({ title: t('shell.saved') });
    } catch (error) {
      applyFault(form, error, { username_taken: 'username' });
    }
  });
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="sm" maw={460}>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('account.displayName')}
          description={t('account.displayNameHelp')}
          autoComplete="name"
          {...form.register('displayName')}
          error={errors.displayName?.message}
        />
        <TextInput
          label={t('account.username')}
          description={t('account.usernameHelp')}
          autoComplete="username"
          {...form.register('username')}
          error={
            errors.username?.type === 'invalid_format' ? t('accounts.usernameRule') : errors.username?.message
          }
        />
        <Controller
          control={form.control}
          name="locale"
          render={({ field }) => (
            <Select
              label={t('account.language')}
              description={t('account.languageHelp')}
              data={LOCALES.map((value: Locale) => ({ value, label: LOCALE_NAMES[value] }))}
              allowDeselect={false}
              {...field}
            />
          )}
        />
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field }) => (
            <Select
              label={t('account.timeZone')}
              data={zones}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('account.noTimeZone')}
              {...field}
              error={errors.timeZone?.message}
            />
          )}
        />
        <Group gap="xs">
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard when={isDirty} />
    </form>
  );
}
