import { Alert, Button, Group, Loader } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { CancelPayment } from './CancelPayment.tsx';
import { OnePayment } from './OnePayment.tsx';
import { PaymentFacts, StaleNotice, TestNotice } from './PaymentFacts.tsx';

import classes from './Payments.module.css';

/** Waits for the bank: the payer confirms there, here or on another device. Moves on by itself. */
export function PaymentCheckPage() {
  const { t } = useWords();
  const { payment: uuid } = useSearch({ from: '/_default/payment/3d-secure' });
  return (
    <OnePayment place="/payment/3d-secure" uuid={uuid}>
      {({ payment }) => (
        <PageFrame
          title={t(payment.actionUrl ? 'payments.check.title' : 'payments.processing.title')}
          purpose={t(payment.actionUrl ? 'payments.check.text' : 'payments.processing.text')}
        >
          <div className={classes.step}>
            {payment.isTest && <TestNotice />}
            {payment.isStale && <StaleNotice />}
            <Alert variant="light" role="status" icon={<Loader size={16} aria-hidden />}>
              {t(payment.actionUrl ? 'payments.check.waiting' : 'payments.processing.waiting')}
            </Alert>
            <PaymentFacts payment={payment} />
            {payment.actionUrl && (
              <Group>
                <Button component="a" href={payment.actionUrl} leftSection={<Icon name="shield-check" />}>
                  {t('payments.check.open')}
                </Button>
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/payment" search={{ payment: payment.uuid }} {...props} />}
                >
                  {t('payments.otherCard')}
                </Button>
                <CancelPayment uuid={payment.uuid} />
              </Group>
            )}
          </div>
        </PageFrame>
      )}
    </OnePayment>
  );
}
