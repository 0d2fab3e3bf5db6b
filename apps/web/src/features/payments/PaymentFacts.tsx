import type { PaymentView } from '@hanasu/contract/payments';
import { Alert } from '@mantine/core';
import { useMoney } from '../../i18n/use-money.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './Payments.module.css';

/** Lists what is bought, for how much. */
export function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const { tokens, amount, currency, tax, taxRate, card, paidAt, createdAt, expiresAt } = payment;
  const rows: readonly (readonly [string, string] | false)[] = [
    [t('payments.facts.tokens'), format.number(tokens)],
    [t('payments.facts.amount'), money(amount, currency)],
    tax > 0 && [t('payments.facts.tax', { rate: format.decimal(taxRate) }), money(tax, currency)],
    card !== null && [t('payments.facts.card'), `${card.brand} ···· ${card.last4}`],
    paidAt !== null
      ? [t('payments.facts.paid'), format.dateTime(paidAt)]
      : [t('payments.facts.begun'), format.dateTime(createdAt)],
    expiresAt !== null && [t('payments.facts.expires'), format.date(expiresAt)],
    [t('payments.facts.number'), payment.uuid],
  ];
  return (
    <dl className={classes.facts}>
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Says that no money moves. */
export function TestNotice() {
  const { t } = useWords();
  return (
    <Alert role="note" color="orange" variant="light" icon={<Icon name="flask-conical" />}>
      {t('payments.test')}
    </Alert>
  );
}

/** The gateway could not be asked. */
export function StaleNotice() {
  const { t } = useWords();
  return (
    <Alert color="orange" variant="light" icon={<Icon name="alert-circle" />} role="status">
      {t('payments.stale')}
    </Alert>
  );
}
