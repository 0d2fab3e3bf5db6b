import type { PaymentView } from '@hanasu/contract/payments';
import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { CancelPayment } from './CancelPayment.tsx';
import classes from './Payments.module.css';
import { isPaymentDocument, loadPaymentDocument } from './payment-document.ts';
import { paymentQuery } from './payments.queries.ts';
import { type ScriptForm, useCardForm } from './use-card-form.ts';

interface StripeFormProps {
  payment: PaymentView;
  form: ScriptForm;
}

/** Takes a card with the form of Stripe, on a document whose content policy admits it. */
export function StripeForm(props: StripeFormProps) {
  return isPaymentDocument() ? <CardForm {...props} /> : <LoadPage />;
}

function LoadPage() {
  useEffect(loadPaymentDocument, []);
  return <Skeleton height={220} radius="lg" aria-hidden />;
}

function CardForm({ payment, form }: StripeFormProps) {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const card = useCardForm(form, place);
  const { isPaying, problem, attempts, pay } = usePay(payment, card.confirm);
  useReloadWhenRestored();
  const { stage } = card;
  return (
    <form
      className={classes.card}
      aria-label={t('payments.cardForm.label')}
      aria-busy={stage === 'loading' || isPaying}
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      {stage === 'loading' && <Skeleton height={200} radius="md" aria-hidden />}
      {stage === 'failed' && <FormMissing form={form} onRetry={card.retry} />}
      <div ref={place} className={classes.cardFields} data-ready={stage === 'ready' || undefined} />
      {problem && (
        <Alert key={attempts} role="alert" color="red" icon={<Icon name="alert-circle" />}>
          {problem}
        </Alert>
      )}
      <Group>
        <Button
          type="submit"
          disabled={stage !== 'ready'}
          loading={isPaying}
          leftSection={<Icon name="credit-card" />}
        >
          {t('payments.payNow')}
        </Button>
        <CancelPayment uuid={payment.uuid} />
      </Group>
      <p className={classes.note}>{t('payments.cardForm.secure')}</p>
    </form>
  );
}

/** Pays once at a time, and says why a card was not taken. */
function usePay(payment: PaymentView, confirm: ReturnType<typeof useCardForm>['confirm']) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const [isPaying, setPaying] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [notTaken, setNotTaken] = useState<string | null>(null);
  const failure =
    payment.failure && `${t(`payments.failure.${payment.failure}`)} ${t('payments.nothingTaken')}`;
  const pay = async (): Promise<void> => {
    setPaying(true);
    setNotTaken(null);
    const error = await confirm();
    if (error === null) return;
    // What the server says of it counts: it may have been paid or ended elsewhere, and then leads to the page of that.
    const query = { ...paymentQuery(payment.uuid), staleTime: 0 };
    const seen = await queryClient.fetchQuery(query).catch(() => null);
    setPaying(false);
    setAttempts((count) => count + 1);
    if (error.type === 'validation_error') return;
    if (!seen || seen.payment.isStale) return setNotTaken(t('payments.cardForm.unknown'));
    const isCardError = error.type === 'card_error';
    if (isCardError && seen.payment.failure) return;
    const reason = (isCardError && error.message) || t('payments.cardForm.notSent');
    setNotTaken(`${reason} ${t('payments.nothingTaken')}`);
  };
  return { isPaying, attempts, pay, problem: isPaying ? null : (notTaken ?? failure) };
}

/** A page that the browser kept while the bank was asked still waits for its answer. */
function useReloadWhenRestored(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}

function FormMissing({ form, onRetry }: { form: ScriptForm; onRetry: () => void }) {
  const { t } = useWords();
  const { host } = new URL(form.scriptUrl);
  return (
    <Alert
      role="alert"
      color="red"
      icon={<Icon name="triangle-alert" />}
      title={t('payments.cardForm.failedTitle')}
    >
      <Group justify="space-between" gap="sm">
        <span>
          {t('payments.cardForm.failedText', { host })} {t('payments.nothingTaken')}
        </span>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      </Group>
    </Alert>
  );
}
