import { Role } from '@hanasu/contract/accounts';
import type { AuditView } from '@hanasu/contract/team';
import i18next from 'i18next';
import type { team as english } from '../../../i18n/en/team.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import classes from './Team.module.css';

export function AuditTable({ items }: { items: readonly AuditView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('account.tabs.log')}>
      <thead>
        <tr>
          <th scope="col">{t('team.time')}</th>
          <th scope="col">{t('team.action')}</th>
          <th scope="col">{t('team.person')}</th>
          <th scope="col" data-minor>
            {t('team.address')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <AuditRow key={entry.uuid} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  );
}

type KnownAction = keyof (typeof english)['actions'];

/** A newer server may do things that this page has no words for. */
const hasWords = (action: string): action is KnownAction => i18next.exists(`team.actions.${action}`);

/** Ids help machines, not who reads this. */
const isId = (text: string): boolean => /^[\da-f]{8}-[\da-f-]{27}$/.test(text);

/** `{name: 'Shop', role: 'admin'}` → `Shop`, `admin`. */
const detailsOf = (data: AuditView['data']): string[] =>
  Object.values(data).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );

function AuditRow({ entry }: { entry: AuditView }) {
  const { t } = useWords();
  const format = useFormat();
  const action = entry.action.replaceAll('.', '_');
  const roleWords = (text: string) => {
    const role = Role.safeParse(text).data;
    return role ? t(`shell.roles.${role}`) : text;
  };
  const details = [entry.target, ...detailsOf(entry.data)]
    .filter((text) => text && !isId(text))
    .map(roleWords)
    .join(' · ');
  return (
    <tr>
      <td title={format.dateTime(entry.createdAt)}>{format.dateTime(entry.createdAt)}</td>
      <td>
        <span className={cellClasses.main}>
          {hasWords(action) ? t(`team.actions.${action}`) : entry.action}
        </span>
        {details && <span className={classes.details}> {details}</span>}
      </td>
      <td>{entry.actor?.name ?? t('team.nobody')}</td>
      <td data-minor>{entry.address ?? '–'}</td>
    </tr>
  );
}
