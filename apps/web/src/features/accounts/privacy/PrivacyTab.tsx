import type { UserView } from '@hanasu/contract/accounts';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ExportId } from '@hanasu/contract/ids';
import {
  cancelExport,
  createExport,
  deleteAccount,
  deleteExport,
  type ExportView,
  keepAccount,
  linkExport,
  listExports,
} from '@hanasu/contract/privacy';
import { Alert, Badge, Button, Group, Progress, Skeleton, Stack, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import classes from './Privacy.module.css';

/** Taking everything along, and going. */
export function PrivacyTab({ user }: { user: UserView }) {
  const { t } = useWords();
  const mayExport = usePermission(createExport);
  return (
    <Stack gap="md">
      <SettingsSection title={t('privacy.export')} text={t('privacy.exportText')}>
        {mayExport ? <ExportList /> : t('privacy.exportOwner')}
      </SettingsSection>
      <SettingsSection title={t('privacy.delete')} text={t('privacy.deleteText')} tone="danger">
        <DeleteSelf user={user} />
      </SettingsSection>
    </Stack>
  );
}

function ExportList() {
  const { t } = useWords();
  const exports = useQuery(exportsQuery);
  const create = useCreateExport();
  if (exports.isError) return <ErrorNotice error={exports.error} onRetry={() => void exports.refetch()} />;
  if (!exports.data) return <Skeleton height={60} aria-hidden />;
  const { items } = exports.data;
  return (
    <Stack gap="md">
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <ExportRow key={item.uuid} item={item} />
          ))}
        </ul>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="file-up" />}
          onClick={() => create.mutate(undefined)}
          loading={create.isPending}
          disabled={items.some(isAtWork)}
        >
          {t('privacy.startExport')}
        </Button>
      </Group>
    </Stack>
  );
}

const COLORS = {
  queued: 'gray',
  running: 'blue',
  ready: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const satisfies Record<ExportView['status'], string>;

function ExportRow({ item }: { item: ExportView }) {
  const { t } = useWords();
  const format = useFormat();
  const notes = [
    format.dateTime(item.createdAt),
    item.size === null ? null : format.bytes(item.size),
    item.expiresAt && item.status === 'ready'
      ? t('privacy.until', { date: format.date(item.expiresAt) })
      : null,
  ];
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Badge color={COLORS[item.status]}>{t(`privacy.statuses.${item.status}`)}</Badge>
        <span className={classes.sub}>{notes.filter(Boolean).join(' · ')}</span>
        {isAtWork(item) && <Progress value={item.progress * 100} mt={6} aria-label={t('privacy.progress')} />}
      </div>
      <ExportActions item={item} />
    </li>
  );
}

function ExportActions({ item }: { item: ExportView }) {
  const { t } = useWords();
  const cancel = useCancelExport();
  const remove = useDeleteExport();
  const download = useDownloadExport();
  if (isAtWork(item)) {
    return (
      <Button size="xs" variant="default" onClick={() => cancel.mutate(item.uuid)} loading={cancel.isPending}>
        {t('privacy.stop')}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      {item.status === 'ready' && (
        <Button size="xs" onClick={() => download.mutate(item.uuid)} loading={download.isPending}>
          {t('privacy.download')}
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={() => remove.mutate(item.uuid)}
        loading={remove.isPending}
      >
        {t('shell.delete')}
      </Button>
    </Group>
  );
}

const FIELD_BY_CODE = { name_differs: 'name', wrong_password: 'password' } as const;

/** Says what goes, asks for the name, and leaves seven days to think again. */
function DeleteSelf({ user }: { user: UserView }) {
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
      applyFormError(form, error, FIELD_BY_CODE);
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

const LOOK_AGAIN_MS = 1_000;

const isAtWork = ({ status }: ExportView): boolean => status === 'queued' || status === 'running';

/** Asked again every second while one is being made. */
const exportsQuery = queryOptions({
  queryKey: ['privacy', 'exports'],
  queryFn: ({ signal }) => call(listExports, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? LOOK_AGAIN_MS : false),
});

function useExportMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
}

const useCreateExport = () => useExportMutation(() => call(createExport));
const useCancelExport = () => useExportMutation((uuid: ExportId) => call(cancelExport, { params: { uuid } }));
const useDeleteExport = () => useExportMutation((uuid: ExportId) => call(deleteExport, { params: { uuid } }));

/** Lets the browser download: the address carries its own short permission. */
const useDownloadExport = () =>
  useMutation({
    mutationFn: (uuid: ExportId) => call(linkExport, { params: { uuid } }),
    onSuccess: ({ url }) => location.assign(url),
  });

function useShowMe() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}

const useDeleteAccount = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof deleteAccount>['body']) => call(deleteAccount, { body }),
    onSuccess: useShowMe(),
    meta: { inPlace: true },
  });

const useKeepAccount = () => useMutation({ mutationFn: () => call(keepAccount), onSuccess: useShowMe() });
