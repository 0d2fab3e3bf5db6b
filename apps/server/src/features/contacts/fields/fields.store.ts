import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { CustomerFieldId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

interface FieldRow {
  readonly uuid: CustomerFieldId;
  readonly label: string;
  readonly kind: CustomerFieldView['kind'];
  readonly options: CustomerFieldView['options'];
  readonly hiddenFrom: CustomerFieldView['hiddenFrom'];
  readonly position: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
}

/** In their order; archived ones last. */
export async function listFields(transaction: AccountTransaction): Promise<CustomerFieldView[]> {
  const rows = await transaction.rows<FieldRow>(
    `select id as uuid, label, kind, options, hidden_from as "hiddenFrom", position, archived_at as "archivedAt",
       created_at as "createdAt"
     from customer_fields where account_id = $1 order by archived_at is not null, position, created_at, id`,
    [transaction.accountId],
  );
  return rows.map((row) => ({
    ...row,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Ids of the fields that this role does not see. */
export const hiddenFields = async (
  transaction: AccountTransaction,
  role: string,
): Promise<CustomerFieldId[]> => {
  const rows = await transaction.rows<{ id: CustomerFieldId }>(
    `select id from customer_fields where account_id = $1 and $2 = any(hidden_from)`,
    [transaction.accountId, role],
  );
  return rows.map(({ id }) => id);
};

type NewField = Pick<CustomerFieldView, 'uuid' | 'label' | 'kind' | 'options' | 'hiddenFrom'>;

/** False: a field that is in use has this label. */
export const insertField = async (
  transaction: AccountTransaction,
  { uuid, label, kind, options, hiddenFrom }: NewField,
): Promise<boolean> =>
  (await transaction.run(
    `insert into customer_fields (account_id, id, label, kind, options, hidden_from, position)
     select $1, $2, $3, $4, $5::jsonb, $6::text[], coalesce(max(position) + 1, 0)
     from customer_fields where account_id = $1
     on conflict (account_id, lower(label)) where archived_at is null do nothing`,
    [transaction.accountId, uuid, label, kind, JSON.stringify(options), hiddenFrom],
  )) > 0;

/** False: another field that is in use has this label. */
export const updateField = async (
  transaction: AccountTransaction,
  { uuid, label, options, hiddenFrom, archivedAt }: CustomerFieldView,
): Promise<boolean> =>
  (await transaction.run(
    `update customer_fields f set label = $3, options = $4::jsonb, hidden_from = $5::text[],
       archived_at = case when $6::boolean then coalesce(archived_at, now()) end
     where account_id = $1 and id = $2 and ($6 or not exists (select 1 from customer_fields o
       where o.account_id = $1 and lower(o.label) = lower($3) and o.archived_at is null and o.id <> $2))`,
    [transaction.accountId, uuid, label, JSON.stringify(options), hiddenFrom, archivedAt !== null],
  )) > 0;

export const orderFields = (
  transaction: AccountTransaction,
  ids: readonly CustomerFieldId[],
): Promise<number> =>
  transaction.run(
    `update customer_fields f set position = coalesce(n.place, 1000 + f.position)
     from customer_fields o left join unnest($2::uuid[]) with ordinality as n(id, place) on n.id = o.id
     where f.account_id = $1 and o.account_id = $1 and o.id = f.id`,
    [transaction.accountId, ids],
  );

/** One after the other, so that two at once cannot exceed the limit. */
export const lockFields = (transaction: AccountTransaction): Promise<number> =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('customer_fields' || $1::text, 0))`, [
    transaction.accountId,
  ]);
