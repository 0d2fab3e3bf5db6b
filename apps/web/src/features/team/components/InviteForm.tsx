import { Email } from '@hanasu/contract/accounts';
import { GivenRole } from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Select, Stack, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useInvite } from '../team.queries.ts';
import classes from './Team.module.css';

const Invitation = z.object({ email: Email, role: GivenRole });
const EMPTY: z.input<typeof Invitation> = { email: '', role: 'operator' };
const FIELD_BY_CODE = { already_member: 'email', already_invited: 'email' } as const;

export function InviteForm() {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(Invitation), defaultValues: EMPTY });
  const invite = useInvite();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await invite.mutateAsync(values);
      form.reset({ ...EMPTY, role: values.role });
      toasts.add({ title: t('team.invited', { email: values.email }) });
    } catch (error) {
      applyFault(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <div className={classes.invite}>
          <TextInput
            aria-label={t('accounts.email')}
            placeholder={t('accounts.email')}
            type="email"
            autoComplete="off"
            {...form.register('email')}
            error={errors.email?.message}
          />
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => (
              <Select
                aria-label={t('team.role')}
                data={GivenRole.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
                allowDeselect={false}
                w={150}
                {...field}
              />
            )}
          />
          <Button type="submit" loading={invite.isPending}>
            {t('team.sendInvitation')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
