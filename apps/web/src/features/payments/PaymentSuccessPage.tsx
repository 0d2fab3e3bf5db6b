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

/** Shows what was bought, and what was refunded or disputed since. */
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
  const { state, refunded, takenTokens, dispute } = payment;
  const seen = `${state} ${refunded} ${takenTokens}`;
  const onChange = useEffectEvent((_seen: string) => refresh());
  useEffect(() => onChange(seen), [seen]);
  const isDisputed = dispute === 'open' || dispute === 'lost';
  const outcome = state === 'refunded' ? 'refunded' : 'success';
  return (
    <PageFrame
      title={isDisputed ? t(`payments.disputes.${dispute}`) : t(`payments.${outcome}.title`)}
      purpose={
        isDisputed
          ? t(`payments.disputeText.${dispute}`)
          : t(`payments.${outcome}.text`, { tokens: format.number(payment.tokens) })
      }
    >
      <div className={classes.step}>
        {payment.isTest && <TestNotice />}
        {payment.isStale && <StaleNotice />}
        <RefundNotice payment={payment} />
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

/** Says which money was refunded or is disputed, and which tokens went with it. */
function RefundNotice({ payment }: { payment: PaymentView }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const { refunded, currency, dispute, takenTokens } = payment;
  if (refunded === 0 && dispute !== 'won' && takenTokens === 0) return null;
  return (
    <Alert color="orange" icon={<Icon name="alert-circle" />}>
      {refunded > 0 && <p>{t('payments.refundedAmount', { amount: money(refunded, currency) })}</p>}
      {dispute === 'won' && <p>{t('payments.disputeText.won')}</p>}
      {takenTokens > 0 && <p>{t('payments.taken', { tokens: format.number(takenTokens) })}</p>}
    </Alert>
  );
}
