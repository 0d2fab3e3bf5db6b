import type { PaymentView } from '@hanasu/contract/payments';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { balanceQuery } from '../../shell/shell.queries.ts';
import { useMoney } from './money.ts';
import { OnePayment } from './OnePayment.tsx';
import { PaymentFacts, StaleNotice, TestNotice } from './PaymentFacts.tsx';
import classes from './Payments.module.css';
import { useRefreshBalance } from './payments.queries.ts';

/** What was bought, and what became of it since. */
export function PaymentSuccessPage() {
  const { payment: uuid } = useSearch({ from: '/_default/payment/success' });
  return (
    <OnePayment place="/payment/success" uuid={uuid}>
      {({ payment }) => <Paid payment={payment} />}
    </OnePayment>
  );
}

function Paid({ payment }: { payment: PaymentView }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: balance } = useQuery(balanceQuery);
  const refresh = useRefreshBalance();
  const { state, refunded, takenTokens } = payment;
  const seen = `${state} ${refunded} ${takenTokens}`;
  const onChange = useEffectEvent((_seen: string) => refresh());
  useEffect(() => onChange(seen), [seen]);
  const isRefunded = state === 'refunded';
  return (
    <PageFrame
      title={t(isRefunded ? 'payments.refunded.title' : 'payments.success.title')}
      purpose={t(isRefunded ? 'payments.refunded.text' : 'payments.success.text', {
        tokens: format.number(payment.tokens),
      })}
    >
      <div className={classes.step}>
        {payment.isTest && <TestNotice />}
        {payment.isStale && <StaleNotice />}
        <Since payment={payment} />
        {balance && (
          <p className={classes.balance} role="status">
            <span>{t('payments.balance')}</span>{' '}
            <strong className="numbers">{format.number(balance.balance)}</strong>
          </p>
        )}
        <PaymentFacts payment={payment} />
        <Group>
          <Button leftSection={<Icon name="coins" />} renderRoot={(props) => <Link to="/Token" {...props} />}>
            {t('payments.toTokens')}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/payment" {...props} />}>
            {t('payments.toPayments')}
          </Button>
        </Group>
      </div>
    </PageFrame>
  );
}

/** Money that was given back or is disputed, and the tokens that went with it. */
function Since({ payment }: { payment: PaymentView }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const { refunded, currency, dispute, takenTokens } = payment;
  if (refunded === 0 && dispute === 'none') return null;
  return (
    <Alert color="orange" icon={<Icon name="alert-circle" />}>
      {refunded > 0 && <p>{t('payments.refundedAmount', { amount: money(refunded, currency) })}</p>}
      {dispute !== 'none' && <p>{t(`payments.disputeText.${dispute}`)}</p>}
      {takenTokens > 0 && <p>{t('payments.taken', { tokens: format.number(takenTokens) })}</p>}
    </Alert>
  );
}
