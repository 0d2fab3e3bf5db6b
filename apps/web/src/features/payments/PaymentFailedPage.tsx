import type { PaymentView } from '@hanasu/contract/payments';
import { Alert, Button, Group } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { CancelPayment } from './CancelPayment.tsx';
import { OnePayment } from './OnePayment.tsx';
import { PaymentFacts, StaleNotice, TestNotice } from './PaymentFacts.tsx';

import classes from './Payments.module.css';

/** Why no money was taken, and how to go on. */
export function PaymentFailedPage() {
  const { payment: uuid } = useSearch({ from: '/_default/payment/failed' });
  return (
    <OnePayment place="/payment/failed" uuid={uuid}>
      {({ payment }) => <NotPaid payment={payment} />}
    </OnePayment>
  );
}

function NotPaid({ payment }: { payment: PaymentView }) {
  const { t } = useWords();
  const isOver = payment.state === 'canceled';
  return (
    <PageFrame
      title={t(isOver ? 'payments.canceled.title' : 'payments.failed.title')}
      purpose={t('payments.nothingTaken')}
    >
      <div className={classes.step}>
        {payment.isTest && <TestNotice />}
        {payment.isStale && <StaleNotice />}
        <Alert color={isOver ? 'gray' : 'red'} icon={<Icon name="alert-circle" />}>
          {isOver || payment.failure === null
            ? t('payments.canceled.text')
            : `${t(`payments.failure.${payment.failure}`)} ${t(`payments.advice.${payment.failure}`)}`}
        </Alert>
        <PaymentFacts payment={payment} />
        <Group>
          {isOver ? (
            <Button renderRoot={(props) => <Link to="/payment" {...props} />}>{t('payments.again')}</Button>
          ) : (
            <>
              <Button
                leftSection={<Icon name="credit-card" />}
                renderRoot={(props) => <Link to="/payment" search={{ payment: payment.uuid }} {...props} />}
              >
                {t('payments.otherCard')}
              </Button>
              <CancelPayment uuid={payment.uuid} />
            </>
          )}
        </Group>
      </div>
    </PageFrame>
  );
}
