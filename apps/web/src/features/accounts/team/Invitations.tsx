import { Email } from '@hanasu/contract/accounts';
import { GivenRole, type InvitationView } from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { toasts } from '../../../shell/toasts.tsx';
import classes from './Team.module.css';
import { invitationsQuery, useDeleteInvitation, useInvite, useResendInvitation } from './team.queries.ts';

export function InvitationList() {
  const { t } = useWords();
  const { data } = useQuery(invitationsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <h3 className={classes.waiting}>{t('team.waiting')}</h3>
      <ul className={classes.list}>
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.uuid} invitation={invitation} />
        ))}
      </ul>
    </>
  );
}

const showError = (error: unknown) => toasts.add({ title: errorMessage(error), color: 'error' });

function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { t } = useWords();
  const format = useFormat();
  const resend = useResendInvitation();
  const remove = useDeleteInvitation();
  const { uuid, email } = invitation;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          {email}
          <Badge color="gray">{t(`shell.roles.${invitation.role}`)}</Badge>
          {invitation.expired && <Badge color="yellow">{t('team.expired')}</Badge>}
        </Group>
        <span className={classes.sub} title={format.dateTime(invitation.createdAt)}>
          {t('team.invitedBy', { name: invitation.invitedBy, when: format.ago(invitation.createdAt) })}
        </span>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('account.sendAgain')}: ${email}`}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(uuid, {
              onSuccess: () => toasts.add({ title: t('team.invited', { email }) }),
              onError: showError,
            })
          }
        >
          {t('account.sendAgain')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={`${t('team.takeBack')}: ${email}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(uuid, { onError: showError })}
        >
          {t('team.takeBack')}
        </Button>
      </Group>
    </li>
  );
}

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
      applyFormError(form, error, FIELD_BY_CODE);
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
