import {
  AVATAR_MAX_BYTES,
  AVATAR_TYPES,
  DisplayName,
  Email,
  LOCALES,
  type Locale,
  sendConfirmation,
  Username,
  type UserView,
} from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Avatar,
  Badge,
  Button,
  FileButton,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { setLocale } from '../../../i18n/i18n.ts';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import { useRemoveLogo, useUpdateAccount, useUploadAvatar, useUploadLogo } from './account.queries.ts';

const ProfileValues = z.object({
  displayName: DisplayName,
  username: Username,
  locale: z.enum(LOCALES),
  timeZone: z.string(),
});
type ProfileValues = z.infer<typeof ProfileValues>;

const profileOf = ({ displayName, username, locale, timeZone }: UserView): ProfileValues => ({
  displayName,
  username,
  locale,
  timeZone,
});

export function ProfileForm({ user }: { user: UserView }) {
  const { t, locale } = useWords();
  const form = useForm<ProfileValues>({
    resolver: zodResolver(ProfileValues),
    values: profileOf(user),
  });
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
      applyFormError(form, error, { username_taken: 'username' });
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

const AvatarCrop = lazy(() => import('./AvatarCrop.tsx').then((file) => ({ default: file.AvatarCrop })));

/** The picture of a person. */
export function AvatarEditor({ user }: { user: UserView }) {
  const upload = useUploadAvatar();
  const update = useUpdateAccount();
  return (
    <PictureEditor
      picture={user.avatar ?? null}
      name={user.displayName}
      upload={upload}
      isRemoving={update.isPending}
      onRemove={(onError) => update.mutate({ avatar: null }, { onError })}
    />
  );
}

/** The logo of the account. */
export function LogoEditor({ user }: { user: UserView }) {
  const upload = useUploadLogo();
  const remove = useRemoveLogo();
  return (
    <PictureEditor
      picture={user.account.logo}
      name={user.account.name}
      isSquare
      upload={upload}
      isRemoving={remove.isPending}
      onRemove={(onError) => remove.mutate(undefined, { onError })}
    />
  );
}

interface PictureEditorProps {
  picture: { url: string } | null;
  /** Whose picture it is. */
  name: string;
  isSquare?: boolean;
  upload: Pick<ReturnType<typeof useUploadAvatar>, 'mutate' | 'isPending'>;
  isRemoving: boolean;
  onRemove: (onError: (error: unknown) => void) => void;
}

/** A picture, another one (cut to a square first), or none. */
function PictureEditor({
  picture,
  name,
  isSquare = false,
  upload,
  isRemoving,
  onRemove,
}: PictureEditorProps) {
  const { t } = useWords();
  const format = useFormat();
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File | null) => {
    if (!file) return;
    const isKnown = AVATAR_TYPES.some((type) => type === file.type);
    const isSmall = file.size <= AVATAR_MAX_BYTES;
    setProblem(isKnown && isSmall ? null : t(isKnown ? 'errors.file_too_large' : 'errors.image_invalid'));
    setChosen(isKnown && isSmall ? file : null);
  };
  const fail = (error: unknown) => setProblem(errorMessage(error));
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Avatar
          src={picture?.url ?? null}
          size={72}
          radius={isSquare ? 'md' : undefined}
          name={name}
          color="green"
          alt=""
        />
        <Stack gap={4}>
          <Group gap="xs">
            <FileButton onChange={choose} accept={AVATAR_TYPES.join(',')}>
              {(props) => (
                <Button variant="default" leftSection={<Icon name="upload" />} {...props}>
                  {t(picture ? 'account.otherPicture' : 'account.choosePicture')}
                </Button>
              )}
            </FileButton>
            {picture && (
              <Button variant="subtle" color="gray" loading={isRemoving} onClick={() => onRemove(fail)}>
                {t('account.removePicture')}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {t('account.pictureRule', { size: format.bytes(AVATAR_MAX_BYTES) })}
          </Text>
        </Stack>
      </Group>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCrop
            file={chosen}
            isSquare={isSquare}
            pending={upload.isPending}
            onClose={() => setChosen(null)}
            onCropped={(file) => upload.mutate(file, { onSuccess: () => setChosen(null), onError: fail })}
          />
        </Suspense>
      )}
    </Stack>
  );
}

const Change = z.object({ email: Email, currentPassword: z.string() });
const FIELD_BY_CODE = { wrong_password: 'currentPassword' } as const;

/** The address in use, the one that waits for its confirmation, and a way to another. */
export function EmailForm({ user }: { user: UserView }) {
  const { t } = useWords();
  const form = useForm({
    resolver: zodResolver(Change),
    defaultValues: { email: '', currentPassword: '' },
  });
  const update = useUpdateAccount();
  const resend = useMutation({
    mutationFn: () => call(sendConfirmation),
    onSuccess: () => toasts.add({ title: t('account.confirmationSent') }),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ email, currentPassword }) => {
    try {
      await update.mutateAsync({ email, ...(currentPassword ? { currentPassword } : {}) });
      form.reset();
      toasts.add({ title: t('account.emailAsked', { email }) });
    } catch (error) {
      applyFormError(form, error, FIELD_BY_CODE);
    }
  });
  const waiting = user.pendingEmail ?? (user.emailVerified ? null : user.email);
  return (
    <Stack gap="md" maw={460}>
      <Group gap="xs">
        <Text>{user.email ?? t('account.noEmail')}</Text>
        {user.email && (
          <Badge color={user.emailVerified ? 'green' : 'yellow'}>
            {t(user.emailVerified ? 'account.confirmed' : 'account.notConfirmed')}
          </Badge>
        )}
      </Group>
      {waiting && (
        <Alert color="yellow" title={t('account.waitingFor', { email: waiting })}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('account.waitingText')}</Text>
            <Button size="xs" variant="default" onClick={() => resend.mutate()} loading={resend.isPending}>
              {t('account.sendAgain')}
            </Button>
          </Stack>
        </Alert>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <TextInput
            label={t('account.newEmail')}
            type="email"
            autoComplete="email"
            {...form.register('email')}
            error={errors.email?.message}
          />
          {user.hasPassword && (
            <PasswordField
              label={t('account.currentPassword')}
              autoComplete="current-password"
              {...form.register('currentPassword')}
              error={errors.currentPassword?.message}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={update.isPending}>
              {t('account.changeEmail')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
