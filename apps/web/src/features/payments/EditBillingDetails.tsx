import { LOCALES } from '@hanasu/contract/accounts';
import { type BillingDetails, putBillingDetails } from '@hanasu/contract/receipts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { GuardedDrawer } from '../../shell/components/GuardedDrawer.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './Payments.module.css';
import { billingDetailsQuery, usePutBillingDetails } from './receipts.queries.ts';

/** Says to whom receipts are made out, and changes it. */
export function EditBillingDetails() {
  const { t } = useWords();
  const [isOpen, drawer] = useDisclosure(false);
  const { data } = useQuery(billingDetailsQuery);
  if (!data) return null;
  const { name, department } = data.details;
  return (
    <Group gap="xs" className={classes.billing ?? ''}>
      <span>
        {t('payments.billing.madeOutTo')} <strong>{[name, department].filter(Boolean).join(' ')}</strong>
      </span>
      <Button variant="subtle" size="compact-sm" onClick={drawer.open}>
        {t('payments.billing.change')}
      </Button>
      {isOpen && <BillingDetailsDrawer details={data.details} onClose={drawer.close} />}
    </Group>
  );
}

interface BillingDetailsDrawerProps {
  details: BillingDetails;
  onClose: () => void;
}

const TEXT_FIELDS = ['name', 'department', 'address', 'taxNumber'] as const;

/** To whom receipts are made out from now on. */
function BillingDetailsDrawer({ details, onClose }: BillingDetailsDrawerProps) {
  const { t } = useWords();
  const form = useForm({
    resolver: zodResolver(putBillingDetails.body),
    defaultValues: details,
    mode: 'onTouched',
  });
  const put = usePutBillingDetails();
  const { errors, isDirty } = form.formState;
  const isCompany = form.watch('isCompany');
  const submit = form.handleSubmit(async (values) => {
    try {
      await put.mutateAsync(values);
      toasts.add({ title: t('shell.saved') });
      onClose();
    } catch (error) {
      const [problem] = isApiError(error, 'unprintable') ? error.errors : [];
      const field = TEXT_FIELDS.find((name) => problem?.path === `body.${name}`);
      if (problem && field) {
        const message = t('payments.billing.unprintable', { characters: problem.message });
        form.setError(field, { type: 'server', message }, { shouldFocus: true });
      } else applyFormError(form, error);
    }
  });
  const text = (name: 'name' | 'department' | 'taxNumber' | 'email') => ({
    label: t(`payments.billing.${name}`),
    ...form.register(name),
    error: errors[name]?.message,
  });
  return (
    <GuardedDrawer title={t('payments.billing.title')} isDirty={isDirty} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <p>{t('payments.billing.help')}</p>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <Controller
            control={form.control}
            name="isCompany"
            render={({ field }) => (
              <SegmentedControl
                aria-label={t('payments.billing.kind')}
                value={field.value ? 'company' : 'person'}
                data={(['company', 'person'] as const).map((value) => ({
                  value,
                  label: t(`payments.billing.${value}`),
                }))}
                onChange={(value) => field.onChange(value === 'company')}
              />
            )}
          />
          <TextInput {...text('name')} autoComplete={isCompany ? 'organization' : 'name'} />
          {isCompany && <TextInput {...text('department')} />}
          <Textarea
            label={t('payments.billing.address')}
            autosize
            minRows={2}
            maxRows={5}
            {...form.register('address')}
            error={errors.address?.message}
          />
          <TextInput {...text('taxNumber')} description={t('payments.billing.taxNumberHelp')} />
          <TextInput
            {...text('email')}
            type="email"
            autoComplete="email"
            description={t('payments.billing.emailHelp')}
          />
          <Controller
            control={form.control}
            name="locale"
            render={({ field }) => (
              <Select
                label={t('payments.billing.locale')}
                data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
                allowDeselect={false}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          />
          <Group>
            <Button type="submit" loading={put.isPending}>
              {t('shell.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedDrawer>
  );
}
