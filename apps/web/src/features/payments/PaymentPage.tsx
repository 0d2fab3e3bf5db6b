import type { PaymentForm, PaymentView } from '@hanasu/contract/payments';
import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { CancelPayment } from './CancelPayment.tsx';
import { ChoosePackage } from './ChoosePackage.tsx';
import { EditBillingDetails } from './EditBillingDetails.tsx';
import { OnePayment } from './OnePayment.tsx';
import { PaymentFacts, StaleNotice, TestNotice } from './PaymentFacts.tsx';
import classes from './Payments.module.css';
import { placeOf } from './payment-place.ts';
import { useConfirmCard } from './payments.queries.ts';
import { StripeForm } from './StripeForm.tsx';

/** Buys tokens: a package first, then the card. */
export function PaymentPage() {
  const { t } = useWords();
  const { payment: uuid } = useSearch({ from: '/_default/payment/' });
  if (uuid === undefined) return <ChoosePackage />;
  return (
    <OnePayment place="/payment" uuid={uuid}>
      {({ payment, form }) => (
        <PageFrame title={t('payments.pay')} purpose={t('payments.payText')}>
          <div className={classes.step}>
            {payment.isTest && <TestNotice />}
            {payment.isStale && <StaleNotice />}
            {payment.failure && form?.kind !== 'script' && (
              <Alert color="red" icon={<Icon name="alert-circle" />} title={t('payments.failed.title')}>
                {t(`payments.failure.${payment.failure}`)} {t('payments.nothingTaken')}
              </Alert>
            )}
            {payment.actionUrl && (
              <Alert variant="light" icon={<Icon name="shield-check" />} title={t('payments.check.title')}>
                <Link to="/payment/3d-secure" search={{ payment: payment.uuid }}>
                  {t('payments.check.resume')}
                </Link>
              </Alert>
            )}
            <PaymentFacts payment={payment} />
            <EditBillingDetails />
            <PayForm payment={payment} form={form} />
          </div>
        </PageFrame>
      )}
    </OnePayment>
  );
}

interface PayFormProps {
  payment: PaymentView;
  form: PaymentForm | null;
}

function PayForm({ payment, form }: PayFormProps) {
  const { t } = useWords();
  if (form?.kind === 'cards') return <SandboxCards payment={payment} cards={form.cards} />;
  if (form?.kind === 'script') return <StripeForm payment={payment} form={form} />;
  return (
    <Stack gap="sm">
      <Alert color="orange" icon={<Icon name="alert-circle" />}>
        {t('payments.noForm')}
      </Alert>
      <CancelPayment uuid={payment.uuid} />
    </Stack>
  );
}

const CARDS = [
  'ok',
  'secure',
  'declined',
  'insufficient',
  'expired',
  'slow_event',
  'early_event',
  'refunded',
  'disputed',
] as const;

/** Cards of the sandbox, which do what they say. */
function SandboxCards({ payment, cards }: { payment: PaymentView; cards: readonly string[] }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const confirm = useConfirmCard(payment.uuid);
  const [card, setCard] = useState('ok');
  const pay = async () => {
    const shown = await confirm.mutateAsync(card);
    const { actionUrl } = shown.payment;
    // Back from the bank's page leads to the page that waits for it.
    await navigate({ to: placeOf(shown.payment), search: { payment: payment.uuid } });
    if (actionUrl) window.location.assign(actionUrl);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pay().catch(() => undefined);
      }}
    >
      <Radio.Group label={t('payments.testCard')} value={card} onChange={setCard}>
        <Stack gap="xs" mt="xs">
          {CARDS.filter((name) => cards.includes(name)).map((name) => (
            <Radio key={name} value={name} label={t(`payments.cards.${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Group mt="md">
        <Button type="submit" loading={confirm.isPending} leftSection={<Icon name="credit-card" />}>
          {t('payments.payNow')}
        </Button>
        <CancelPayment uuid={payment.uuid} />
      </Group>
    </form>
  );
}
