import { NotifySettings, type NotifyView } from '@hanasu/contract/notify';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { SaveBar } from '../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { ShownOnce } from '../../shell/components/ShownOnce.tsx';
import { StackedSection } from '../../shell/components/StackedSection.tsx';
import { WholeNumberInput } from '../../shell/components/WholeNumberInput.tsx';
import { LeaveGuard } from '../../shell/layout/LeaveGuard.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { useConfirmEmail } from '../../shell/session/use-confirm-email.ts';
import { meQuery } from '../../shell/shell.queries.ts';
import classes from './Notify.module.css';
import { PhoneSection, QuietSection, RulesSection } from './NotifySections.tsx';
import { notifyQuery, useRotateSecret, useSaveNotify } from './notify.queries.ts';
import { TestButton } from './TestButton.tsx';
import { useDetailWords } from './use-detail-words.ts';

/** What I am told of, and how. */
export function NotifyPage() {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(notifyQuery);
  return (
    <PageFrame title={t('notify.title')} purpose={t('notify.purpose')}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="lg" aria-hidden />}
      {data && <NotifyForm view={data} />}
    </PageFrame>
  );
}

const COLORS = { waiting: 'gray', sent: 'green', failed: 'red' } as const;

function RecentSection({ recent, email }: Pick<NotifyView, 'recent' | 'email'>) {
  const { t } = useWords();
  return (
    <StackedSection title={t('notify.recent')} text={t('notify.recentText')}>
      {recent.length === 0 && <p className={classes.dim}>{t('notify.noRecent')}</p>}
      <ul className={classes.list}>
        {recent.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and rows keep nothing
          <RecentRow key={`${row.at} ${row.way} ${index}`} row={row} email={email} />
        ))}
      </ul>
    </StackedSection>
  );
}

interface RecentRowProps {
  row: NotifyView['recent'][number];
  /** Null: not confirmed. */
  email: string | null;
}

/** One that arrived or waits; or all that failed for one reason, with what mends it. */
function RecentRow({ row: { event, way, subject, state, detail, at, count }, email }: RecentRowProps) {
  const { t } = useWords();
  const { ago, number } = useFormat();
  const detailWords = useDetailWords();
  const isFailed = state === 'failed';
  const what = `${t(`notifications.events.${event}`)}${subject === '' ? '' : `: ${subject}`}`;
  const facts = [t(`notify.ways.${way}`), ago(at), !isFailed && detail !== null && detailWords(detail)];
  return (
    <li className={classes.row}>
      <div>
        <p>{isFailed ? detailWords(detail) : what}</p>
        <p className={classes.dim}>
          {[...facts, isFailed && t('notify.newest', { what })].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={classes.mend}>
        <Badge color={COLORS[state]} variant="light">
          {isFailed ? t('notify.undelivered', { count, number: number(count) }) : t(`notify.states.${state}`)}
        </Badge>
        {isFailed && <MendButton way={way} detail={detail} isConfirmed={email !== null} />}
      </div>
    </li>
  );
}

interface MendButtonProps {
  way: NotifyView['recent'][number]['way'];
  detail: string | null;
  isConfirmed: boolean;
}

/** Leads to what ends the reason of a failure; nothing where the reason is gone or not the person's to mend. */
function MendButton({ way, detail, isConfirmed }: MendButtonProps) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const { send, isSending } = useConfirmEmail();
  if (detail === 'no_mail_server' || detail === 'left_account') return null;
  if (detail === 'no_email') {
    if (isConfirmed) return null;
    return user?.email ? (
      <Button size="xs" variant="default" loading={isSending} onClick={send}>
        {t('notify.mend.confirm')}
      </Button>
    ) : (
      <Button size="xs" variant="default" renderRoot={(props) => <Link to="/Account" {...props} />}>
        {t('notify.toAccount')}
      </Button>
    );
  }
  if (detail === 'quota_exceeded' || detail === 'credentials_rejected') {
    return (
      <Button size="xs" variant="default" renderRoot={(props) => <Link to="/Channel" {...props} />}>
        {t('notify.toChannels')}
      </Button>
    );
  }
  if (way !== 'web_hook' && way !== 'channel') return null;
  return (
    <Button size="xs" variant="default" onClick={() => showSection(way)}>
      {t(`notify.mend.${way}`)}
    </Button>
  );
}

const sectionId = (way: 'web_hook' | 'channel'): string => `notify-${way}`;

/** To the settings of a delivery method, further up on this page, with the focus on the first of them. */
function showSection(way: 'web_hook' | 'channel'): void {
  const section = document.getElementById(sectionId(way));
  section?.scrollIntoView({ block: 'center' });
  section?.querySelector<HTMLElement>('input, button, a')?.focus({ preventScroll: true });
}

const permission = (): NotificationPermission | 'unsupported' =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
const WORDS = {
  granted: 'notify.allowed',
  default: 'notify.notAllowed',
  denied: 'notify.blocked',
  unsupported: 'notify.unsupported',
} as const;

function DesktopSection() {
  const { t } = useWords();
  const [state, setState] = useState(permission);
  return (
    <SettingsSection title={t('notify.desktop')} text={t('notify.desktopText')}>
      <div className={classes.row}>
        <p role="status">{t(WORDS[state])}</p>
        {state === 'default' && (
          <Button onClick={() => void Notification.requestPermission().then(setState)}>
            {t('notify.allow')}
          </Button>
        )}
      </div>
      <Controller<NotifySettings, 'sound'>
        name="sound"
        render={({ field }) => (
          <Switch
            label={t('notify.sound')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
            ref={field.ref}
          />
        )}
      />
      {state === 'granted' && <TestButton way="desktop" />}
    </SettingsSection>
  );
}

const FIELD_BY_CODE = { address_not_allowed: 'webHookUrl' } as const;

function NotifyForm({ view }: { view: NotifyView }) {
  const { t } = useWords();
  const save = useSaveNotify();
  const form = useForm<z.input<typeof NotifySettings>, unknown, NotifySettings>({
    resolver: zodResolver(NotifySettings),
    defaultValues: view.settings,
  });
  const { isDirty, errors } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      form.reset((await save.mutateAsync(values)).settings);
      toasts.add({ title: t('shell.saved') }, 'saved');
    } catch (error) {
      applyFormError(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <FormProvider {...form}>
      <Stack gap="md">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <RulesSection view={view} />
        <DesktopSection />
        <MailSection email={view.email} />
        <div id={sectionId('channel')}>
          <PhoneSection links={view.links} />
        </div>
        <div id={sectionId('web_hook')}>
          <HookSection hasSecret={view.hasWebHookSecret} />
        </div>
        <QuietSection />
        <BalanceSection />
        <RecentSection recent={view.recent} email={view.email} />
      </Stack>
      <SaveBar
        dirty={isDirty}
        pending={save.isPending}
        onSave={() => void send()}
        onDiscard={() => form.reset(view.settings)}
      />
      <LeaveGuard when={isDirty && !save.isPending} />
    </FormProvider>
  );
}

function BalanceSection() {
  const { t } = useWords();
  return (
    <SettingsSection title={t('notify.balance')} text={t('notify.balanceText')}>
      <Controller<NotifySettings, 'balanceBelow'>
        name="balanceBelow"
        render={({ field, fieldState }) => (
          <WholeNumberInput
            label={t('notify.balanceBelow')}
            max={1_000_000_000}
            maw={280}
            value={field.value}
            onChange={(value) => field.onChange(value === '' ? 0 : value)}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
    </SettingsSection>
  );
}

function MailSection({ email }: { email: string | null }) {
  const { t } = useWords();
  return (
    <SettingsSection title={t('notify.mail')} text={t('notify.mailText')}>
      <div className={classes.row}>
        <p>{email === null ? t('notify.noMail') : t('notify.mailTo', { email })}</p>
        {email === null && (
          <Button variant="default" renderRoot={(props) => <Link to="/Account" {...props} />}>
            {t('notify.toAccount')}
          </Button>
        )}
      </div>
      <Controller<NotifySettings, 'digestMinutes'>
        name="digestMinutes"
        render={({ field, fieldState }) => (
          <WholeNumberInput
            label={t('notify.digest')}
            description={t('notify.digestHelp')}
            max={1440}
            maw={280}
            value={field.value}
            onChange={(value) => field.onChange(value === '' ? 0 : value)}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
      {email !== null && <TestButton way="email" />}
    </SettingsSection>
  );
}

function HookSection({ hasSecret }: { hasSecret: boolean }) {
  const { t } = useWords();
  const { register, formState, control } = useFormContext<NotifySettings>();
  const url = useWatch({ control, name: 'webHookUrl' });
  const rotate = useRotateSecret();
  return (
    <SettingsSection title={t('notify.hook')} text={t('notify.hookText')}>
      <TextInput
        label={t('notify.hookUrl')}
        placeholder="https://example.com/notify"
        type="url"
        autoComplete="off"
        {...register('webHookUrl')}
        error={formState.errors.webHookUrl?.message}
      />
      {url !== '' && (
        <div className={classes.row}>
          <p>{t(hasSecret ? 'notify.hasSecret' : 'notify.noSecret')}</p>
          <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
            {t(hasSecret ? 'notify.newSecret' : 'notify.makeSecret')}
          </Button>
        </div>
      )}
      {rotate.error && <ErrorNotice error={rotate.error} />}
      {rotate.data && (
        <ShownOnce
          title={t('notify.secretTitle')}
          text={t('notify.secretText')}
          label={t('notify.secret')}
          value={rotate.data.secret}
          onDone={rotate.reset}
        />
      )}
      {url !== '' && <TestButton way="web_hook" isDirty={formState.dirtyFields.webHookUrl === true} />}
    </SettingsSection>
  );
}
