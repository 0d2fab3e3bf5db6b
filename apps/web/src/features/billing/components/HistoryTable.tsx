import type { LedgerEntryView } from '@hanasu/contract/billing';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';

export function HistoryTable({ items }: { items: readonly LedgerEntryView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('billing.history')}>
      <thead>
        <tr>
          <th scope="col">{t('billing.time')}</th>
          <th scope="col">{t('billing.what')}</th>
          <th scope="col" data-minor>
            {t('billing.model')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.readWritten')}
          </th>
          <th scope="col" data-number>
            {t('billing.tokens')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <HistoryRow key={entry.uuid} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  );
}

function HistoryRow({ entry }: { entry: LedgerEntryView }) {
  const { t } = useWords();
  const format = useFormat();
  const isCall = entry.kind === 'call';
  const channel = entry.channel === 'chat' ? t('billing.chatPage') : entry.channel;
  return (
    <tr>
      <td title={format.dateTime(entry.time)}>{format.ago(entry.time)}</td>
      <td>
        {entry.bot ? (
          <Link to="/Bot/$id" params={{ id: entry.bot.uuid }} className={cellClasses.main}>
            {entry.bot.name}
          </Link>
        ) : (
          t(`billing.${entry.kind}`)
        )}
        {isCall && channel && <span className={cellClasses.sub}>{channel}</span>}
      </td>
      <td data-minor>{entry.service ?? '–'}</td>
      <td data-number data-minor>
        {isCall ? `${format.number(entry.input)} / ${format.number(entry.output)}` : '–'}
      </td>
      <td data-number>{format.signed(entry.tokens)}</td>
      <td data-number data-minor>
        {format.number(entry.balance)}
      </td>
    </tr>
  );
}
