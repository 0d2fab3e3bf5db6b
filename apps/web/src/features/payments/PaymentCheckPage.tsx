import type { PaymentId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Loader } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
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
  useSecretHidden(uuid);
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

/** The gateway adds the secret of the payment to the address it leads back to, where it would stay in the history. */
function useSecretHidden(uuid: PaymentId | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (window.location.search.includes('client_secret'))
      void navigate({ to: '/payment/3d-secure', search: { payment: uuid }, replace: true });
  }, [navigate, uuid]);
}
