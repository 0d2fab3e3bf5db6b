import { NotifySettings, type NotifyView } from '@hanasu/contract/notify';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, NumberInput, Stack } from '@mantine/core';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../shell/components/LeaveGuard.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useSaveNotify } from '../notify.queries.ts';
import { DesktopSection } from './DesktopSection.tsx';
import { HookSection } from './HookSection.tsx';
import { MailSection } from './MailSection.tsx';
import { PhoneSection } from './PhoneSection.tsx';
import { QuietSection } from './QuietSection.tsx';
import { RecentSection } from './RecentSection.tsx';
import { RulesSection } from './RulesSection.tsx';

const FIELD_BY_CODE = { address_not_allowed: 'webHookUrl' } as const;

export function NotifyForm({ view }: { view: NotifyView }) {
  const { t } = useWords();
  const save = useSaveNotify();
  const form = useForm<NotifySettings>({
    resolver: zodResolver(NotifySettings),
    defaultValues: view.settings,
  });
  const { isDirty, errors } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      form.reset((await save.mutateAsync(values)).settings);
      toasts.add({ title: t('shell.saved') }, 'saved');
    } catch (error) {
      applyFault(form, error, FIELD_BY_CODE);
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
        <RulesSection />
        <DesktopSection />
        <MailSection email={view.email} />
        <PhoneSection links={view.links} />
        <HookSection hasSecret={view.hasWebHookSecret} />
        <QuietSection />
        <BalanceSection />
        <RecentSection recent={view.recent} />
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
          <NumberInput
            label={t('notify.balanceBelow')}
            min={0}
            allowDecimal={false}
            thousandSeparator
            maw={280}
            value={field.value}
            onChange={(value) => field.onChange(Number(value) || 0)}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
    </SettingsSection>
  );
}
