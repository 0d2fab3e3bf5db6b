import type { PaymentId } from '@hanasu/contract/ids';
import type { PaymentView } from '@hanasu/contract/payments';
import type { ReceiptView } from '@hanasu/contract/receipts';
import { Alert, Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useMoney } from '../../i18n/use-money.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { balanceQuery } from '../../shell/shell.queries.ts';
import { EditBillingDetails } from './EditBillingDetails.tsx';
import { OnePayment } from './OnePayment.tsx';
import { PaymentFacts, StaleNotice, TestNotice } from './PaymentFacts.tsx';
import classes from './Payments.module.css';
import { useRefreshBalance } from './payments.queries.ts';
import {
  billingDetailsQuery,
  receiptsQuery,
  useCorrectReceipt,
  useDownloadReceipt,
} from './receipts.queries.ts';

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
        <Receipts uuid={payment.uuid} />
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

/** Receipts and refund notes of a payment; a wrong one is replaced by a new one. */
function Receipts({ uuid }: { uuid: PaymentId }) {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(receiptsQuery(uuid));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const valid = data.receipts.find(({ kind, replacedBy }) => kind === 'receipt' && replacedBy === null);
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" className={classes.heading}>
        {t('payments.receipts.title')}
      </h2>
      {!data.isAvailable && data.receipts.length === 0 && (
        <p className={classes.note}>{t('payments.receipts.unavailable')}</p>
      )}
      <ul className={classes.receipts}>
        {data.receipts.map((receipt) => (
          <Receipt key={receipt.number} uuid={uuid} receipt={receipt} />
        ))}
      </ul>
      {data.canCorrect && valid && <CorrectReceipt uuid={uuid} number={valid.number} />}
      <EditBillingDetails />
    </section>
  );
}

/** Offers a receipt for the present billing details; the valid one is void from then on. */
function CorrectReceipt({ uuid, number }: { uuid: PaymentId; number: string }) {
  const { t } = useWords();
  const [isAsking, asking] = useDisclosure(false);
  const { data } = useQuery(billingDetailsQuery);
  const { name, department, address, taxNumber } = data?.details ?? {};
  const addressee = [name, department, address, taxNumber].filter(Boolean).join(' · ');
  const correct = useCorrectReceipt(uuid);
  const issue = async () => {
    const issued = await correct.mutateAsync(undefined);
    toasts.add({ title: t('payments.receipts.corrected', { number: issued.number }) });
  };
  return (
    <Alert role="note" variant="light" mb="sm" icon={<Icon name="info" />}>
      <p>{t('payments.receipts.outdated')}</p>
      <Button size="compact-sm" onClick={asking.open}>
        {t('payments.receipts.correct')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={asking.close}
        title={t('payments.receipts.confirmTitle')}
        centered
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <p>{t('payments.receipts.confirmText', { number, name: addressee })}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={asking.close}>
            {t('shell.cancel')}
          </Button>
          <Button loading={correct.isPending} onClick={() => void issue().catch(() => undefined)}>
            {t('payments.receipts.correct')}
          </Button>
        </Group>
      </Modal>
    </Alert>
  );
}

function Receipt({ uuid, receipt }: { uuid: PaymentId; receipt: ReceiptView }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const save = useDownloadReceipt(uuid);
  const { number, kind, recipient, amount, currency, issuedAt, replacedBy, isDownloaded } = receipt;
  const facts = [money(amount, currency), recipient, format.date(issuedAt)].join(' · ');
  return (
    <li>
      <span>
        <strong>{t(`payments.receipts.kinds.${kind}`, { number })}</strong>
        <span className={classes.note}>{facts}</span>
        {replacedBy && (
          <span className={classes.note}>{t('payments.receipts.replacedBy', { number: replacedBy })}</span>
        )}
        {!replacedBy && isDownloaded && (
          <span className={classes.note}>{t('payments.receipts.downloaded')}</span>
        )}
      </span>
      <Button
        variant="default"
        size="sm"
        loading={save.isPending}
        leftSection={<Icon name="download" />}
        aria-label={t('payments.receipts.downloadNumber', { number })}
        onClick={() => save.mutate(number)}
      >
        PDF
      </Button>
    </li>
  );
}
