import type { TokenBalanceView, tokenHistory } from '@hanasu/contract/billing';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useConfirmEmail } from '../../../shell/session/use-confirm-email.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import classes from './Usage.module.css';
import { forecastQuery } from './usage.queries.ts';

interface BalanceStripProps {
  history: EndpointOutput<typeof tokenHistory>;
  /** The history shows only some entries: their sum stands beside the others. */
  isFiltered: boolean;
}

/** The balance, how long it lasts, what was used, and what expires. */
export function BalanceStrip({ history, isFiltered }: BalanceStripProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data: balance } = useQuery(forecastQuery);
  const { withheld, reserved, spent } = history;
  const lasts = useForecastWords(balance?.forecast);
  return (
    <>
      {withheld > 0 && <WithheldNotice tokens={withheld} />}
      <div className={classes.strip}>
        <Stats>
          <Stat
            label={t('billing.balance')}
            value={format.number(history.balance)}
            note={reserved ? t('billing.reserved', { tokens: format.number(reserved) }) : undefined}
          />
          <Stat label={t('tokenUsage.lasts')} {...lasts} />
          <Stat label={t('billing.today')} value={format.number(spent.today)} />
          <Stat label={t('billing.month')} value={format.number(spent.month)} />
          {isFiltered && <Stat label={t('billing.listed')} value={format.number(spent.listed)} />}
        </Stats>
      </div>
      {balance && balance.expiring.length > 0 && <Expiring lots={balance.expiring} />}
    </>
  );
}

/** Calendar days are the same everywhere; at noon no time zone moves them. */
const noonOf = (day: string): string => `${day}T12:00:00`;

function useForecastWords(forecast: TokenBalanceView['forecast'] | undefined): {
  value: string;
  note?: string;
} {
  const { t } = useWords();
  const format = useFormat();
  if (!forecast) return { value: '–' };
  const { state, day } = forecast;
  if (state === 'day' && day) return { value: format.date(noonOf(day)), note: t('tokenUsage.lastsNote') };
  if (state === 'more_than_year')
    return { value: t('tokenUsage.moreThanYear'), note: t('tokenUsage.lastsNote') };
  if (state === 'no_use') return { value: '–', note: t('tokenUsage.noUse') };
  if (state === 'empty') return { value: '–', note: t('tokenUsage.usedUp') };
  return { value: '–', note: t('tokenUsage.tooLittleData') };
}

/** The next tokens that expire, and the list of all. */
function Expiring({ lots }: { lots: TokenBalanceView['expiring'] }) {
  const { t } = useWords();
  const format = useFormat();
  const [next] = lots;
  if (!next) return null;
  return (
    <div className={classes.expiring}>
      <p>
        <Icon name="calendar-clock" size={16} />
        <span>
          {t('tokenUsage.expires', { tokens: format.number(next.tokens), date: format.date(next.expiresAt) })}
        </span>
      </p>
      {lots.length > 1 && (
        <details className={classes.details}>
          <summary>{t('tokenUsage.allLots')}</summary>
          <DataTable label={t('tokenUsage.allLots')}>
            <thead>
              <tr>
                <th scope="col">{t('tokenUsage.expiresAt')}</th>
                <th scope="col" data-number>
                  {t('billing.tokens')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lots.map(({ tokens, expiresAt }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lots may be equal, and none has a state.
                <tr key={index}>
                  <td>{format.dateTime(expiresAt)}</td>
                  <td data-number>{format.number(tokens)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </details>
      )}
    </div>
  );
}

/** Why the balance is not yet all that a new account gets, and what brings the rest. */
function WithheldNotice({ tokens }: { tokens: number }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: user } = useQuery(meQuery);
  const { send, isSending } = useConfirmEmail();
  const isOwner = user?.role === 'owner';
  return (
    <Alert variant="light" icon={<Icon name="info" />}>
      <Group justify="space-between">
        {t(isOwner ? 'billing.withheld' : 'billing.withheldByOwner', { tokens: format.number(tokens) })}
        {isOwner && user.email && (
          <Button size="xs" variant="default" loading={isSending} onClick={send}>
            {t('session.confirm.again')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
