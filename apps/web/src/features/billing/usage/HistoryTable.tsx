import type { LedgerEntryView } from '@hanasu/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import classes from './Usage.module.css';

export function HistoryTable({ items }: { items: readonly LedgerEntryView[] }) {
  const { t } = useWords();
  return (
    <div className={classes.history}>
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
    </div>
  );
}

function HistoryRow({ entry }: { entry: LedgerEntryView }) {
  const { t } = useWords();
  const format = useFormat();
  const modelOf = useCataloguedName();
  const isCall = entry.kind === 'call';
  const moneyOf = (micros: number | null): string =>
    micros === null ? t('modelKeys.unknown') : format.money(micros);
  return (
    <tr>
      <td title={format.dateTime(entry.time)}>{format.ago(entry.time)}</td>
      <td className={classes.what}>
        {entry.bot ? (
          <Link to="/Bot/$id" params={{ id: entry.bot.uuid }} className={cellClasses.main}>
            {entry.bot.name || t('tokenUsage.gone.bot')}
          </Link>
        ) : (
          <KindName entry={entry} />
        )}
        <Source entry={entry} />
      </td>
      <td data-minor>{entry.service === null ? '–' : modelOf(entry.service)}</td>
      <td data-number data-minor>
        {isCall ? `${format.number(entry.input)} / ${format.number(entry.output)}` : '–'}
      </td>
      <td data-number>{entry.ownKey ? moneyOf(entry.ownKey.micros) : format.signed(entry.tokens)}</td>
      <td data-number data-minor>
        {format.number(entry.balance)}
      </td>
    </tr>
  );
}

function KindName({ entry: { kind, paidFor } }: { entry: LedgerEntryView }) {
  const { t } = useWords();
  if (kind !== 'call') return t(`billing.${kind}`);
  const isReading = paidFor?.kind === 'document' || paidFor?.kind === 'knowledge';
  return t(isReading ? 'tokenUsage.reading' : 'tokenUsage.otherCall');
}

/** The way to what an entry was paid for, on which channel it was asked for, by whom, and why tokens were added. */
function Source({ entry }: { entry: LedgerEntryView }) {
  const { t } = useWords();
  const source = useSource(entry.paidFor);
  const isOnChatPage = entry.bot !== null && !source && !entry.key;
  const channel = entry.channel === 'chat' ? (isOnChatPage ? t('billing.chatPage') : null) : entry.channel;
  const words = [
    channel,
    entry.key && t('tokenUsage.withKey', { name: entry.key.name || t('tokenUsage.gone.key') }),
    entry.person && (entry.person.name || t('tokenUsage.gone.person')),
    entry.reason,
  ].filter((each) => each !== null);
  if (!source && words.length === 0) return null;
  return (
    <span className={classes.source}>
      {source && <Link {...source.link}>{source.words}</Link>}
      {words.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </span>
  );
}

type SourceLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

function useSource(
  paidFor: LedgerEntryView['paidFor'],
): { readonly words: string; readonly link: SourceLink } | null {
  const { t } = useWords();
  if (!paidFor) return null;
  const { kind, uuid } = paidFor;
  switch (kind) {
    case 'conversation':
      return {
        words: t('tokenUsage.source.conversation'),
        link: { to: '/Channel/conversation/$id', params: { id: uuid } },
      };
    case 'chat':
    case 'test':
      return {
        words: t(`tokenUsage.source.${kind}`),
        link: { to: '/Bot/$id/Chat', params: { id: paidFor.botUuid }, search: { conversation: uuid } },
      };
    case 'document':
      return {
        words: paidFor.name,
        link: {
          to: '/Knowledge/$id/documents/$documentId',
          params: { id: paidFor.knowledgeUuid, documentId: uuid },
        },
      };
    case 'knowledge':
      return { words: paidFor.name, link: { to: '/Knowledge/$id/documents', params: { id: uuid } } };
    case 'payment':
      return {
        words: t('tokenUsage.source.payment'),
        link: { to: '/payment/success', search: { payment: uuid } },
      };
  }
}

/** What the reader calls a model that the history has under its name in the catalogue. */
export function useCataloguedName(): (name: string) => string {
  const nameOf = useModelName();
  const { data: services } = useQuery(servicesQuery);
  return (name) => {
    const service = services?.find((each) => each.name === name);
    return nameOf(service ?? { provider: '', name });
  };
}
