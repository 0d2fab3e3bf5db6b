import type { UserView } from '@hanasu/contract/accounts';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { PasswordField } from '../../accounts/components/PasswordField.tsx';
import { useDeleteAccount, useKeepAccount } from '../privacy.queries.ts';
import classes from './Privacy.module.css';

const FIELD_BY_CODE = { name_differs: 'name', wrong_password: 'password' } as const;

/** Says what goes, asks for the name, and leaves seven days to think again. */
export function DeleteSelf({ user }: { user: UserView }) {
  const { t } = useWords();
  const format = useFormat();
  const keep = useKeepAccount();
  if (user.deleteAt) {
    return (
      <Alert color="red" title={t('privacy.deleteAt', { date: format.dateTime(user.deleteAt) })}>
        <Button size="xs" variant="default" mt="xs" onClick={() => keep.mutate()} loading={keep.isPending}>
          {t('privacy.keep')}
        </Button>
      </Alert>
    );
  }
  return <DeleteForm user={user} />;
}

function DeleteForm({ user }: { user: UserView }) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const remove = useDeleteAccount();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ name, password }) => {
    try {
      await remove.mutateAsync({ name, ...(password ? { password } : {}) });
    } catch (error) {
      applyFault(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={460}>
        <ul className={classes.goes}>
          <li>{t('privacy.goesAccounts')}</li>
          <li>{t('privacy.goesChannels')}</li>
          <li>{t('privacy.goesPerson')}</li>
        </ul>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('privacy.typeName', { name: user.username })}
          autoComplete="off"
          {...form.register('name')}
          error={errors.name?.message}
        />
        {user.hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            autoComplete="current-password"
            {...form.register('password')}
            error={errors.password?.message}
          />
        )}
        <Group>
          <Button type="submit" color="red" loading={remove.isPending}>
            {t('privacy.deleteAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
