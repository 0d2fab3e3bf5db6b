import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMoney } from '../../i18n/use-money.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import classes from './Payments.module.css';
import { placeOf } from './payment-place.ts';
import { PAYMENTS_AT_ONCE, paymentsQuery } from './payments.queries.ts';

/** Payments of the account, each leading to what became of it. */
export function PaymentHistory() {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  const { page = 1 } = useSearch({ from: '/_default/payment/' });
  const navigate = useNavigate({ from: '/payment/' });
  const { data, error, refetch } = useQuery(paymentsQuery(page));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} radius="lg" aria-hidden />;
  if (data.total === 0) return null;
  return (
    <section className={classes.history} aria-label={t('payments.history')}>
      <h2 className={classes.heading}>{t('payments.history')}</h2>
      <DataTable label={t('payments.history')}>
        <thead>
          <tr>
            <th scope="col">{t('payments.columns.date')}</th>
            <th scope="col">{t('payments.columns.state')}</th>
            <th scope="col" data-number>
              {t('payments.columns.amount')}
            </th>
            <th scope="col" data-number data-minor>
              {t('payments.columns.tokens')}
            </th>
            <th scope="col" data-minor>
              {t('payments.columns.by')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((payment) => (
            <tr key={payment.uuid} className={classes.row}>
              <td>
                <Link
                  to={placeOf(payment)}
                  search={{ payment: payment.uuid }}
                  className={`${cellClasses.main} ${classes.rowLink}`}
                >
                  {format.dateTime(payment.createdAt)}
                </Link>
              </td>
              <td>
                {t(`payments.states.${payment.state}`)}
                {payment.refunded > 0 && payment.refunded < payment.amount && (
                  <span className={cellClasses.sub}>
                    {t('payments.refundedAmount', { amount: money(payment.refunded, payment.currency) })}
                  </span>
                )}
                {payment.dispute !== 'none' && (
                  <span className={cellClasses.sub}>{t(`payments.disputes.${payment.dispute}`)}</span>
                )}
              </td>
              <td data-number>{money(payment.amount, payment.currency)}</td>
              <td data-number data-minor>
                {format.number(payment.tokens)}
              </td>
              <td data-minor>{payment.createdBy?.name}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <Pager
        page={page}
        pageSize={PAYMENTS_AT_ONCE}
        total={data.total}
        label={t('payments.history')}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      />
    </section>
  );
}
