import type { MediaId, MessageTemplateId, UserId } from '@hanasu/contract/ids';
import { MessageContent } from '@hanasu/contract/message-content';
import { TEMPLATE_VERSIONS_MAX } from '@hanasu/contract/message-templates';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { containing, type PageRange } from '../../platform/database/page-range.ts';

export interface TemplateRow {
  readonly id: MessageTemplateId;
  readonly name: string;
  readonly version: number;
  readonly content: unknown;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly changedBy: UserId | null;
  readonly changedByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const ROWS = `select t.id, t.name, t.version, v.content, t.created_by as "createdBy", u.display_name as "createdByName",
    v.created_by as "changedBy", w.display_name as "changedByName", t.created_at as "createdAt",
    t.updated_at as "updatedAt"
  from message_templates t join message_template_versions v
    on v.account_id = t.account_id and v.template_id = t.id and v.number = t.version
    left join users u on u.id = t.created_by left join users w on w.id = v.created_by
  where t.account_id = $1`;

/** Lists templates, the last changed first. */
export async function listTemplates(
  transaction: AccountTransaction,
  { limit, offset, q }: PageRange,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const { accountId } = transaction;
  const named = '($2::text is null or t.name ilike $2)';
  const [rows, counted] = await Promise.all([
    transaction.rows<TemplateRow>(
      `${ROWS} and ${named} order by t.updated_at desc, t.id desc limit $3 offset $4`,
      [accountId, containing(q), limit, offset],
    ),
    transaction.one<{ total: number }>(
      `select count(*)::int as total from message_templates t where t.account_id = $1 and ${named}`,
      [accountId, containing(q)],
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const findTemplate = (transaction: AccountTransaction, id: MessageTemplateId) =>
  transaction.one<TemplateRow>(`${ROWS} and t.id = $2`, [transaction.accountId, id]);

/** Finds those that exist, in no order. */
export const findTemplates = (transaction: AccountTransaction, ids: readonly MessageTemplateId[]) =>
  transaction.rows<TemplateRow>(`${ROWS} and t.id = any($2::uuid[])`, [transaction.accountId, ids]);

/** Locks the template until the transaction ends. */
export const lockTemplate = (transaction: AccountTransaction, id: MessageTemplateId): Promise<number> =>
  transaction.run(`select from message_templates where account_id = $1 and id = $2 for update`, [
    transaction.accountId,
    id,
  ]);

/** Counts the templates; no other is added until the transaction ends. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(
    `select pg_advisory_xact_lock(hashtextextended('message templates' || $1::text, 0))`,
    [transaction.accountId],
  );
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from message_templates where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

/** Throws what `isNameTaken` reads. */
export const insertTemplate = (
  transaction: AccountTransaction,
  { id, name, userId }: { readonly id: MessageTemplateId; readonly name: string; readonly userId: UserId },
): Promise<number> =>
  transaction.run(
    `insert into message_templates (account_id, id, name, created_by) values ($1, $2, $3, $4)`,
    [transaction.accountId, id, name, userId],
  );

interface NewVersion {
  readonly id: MessageTemplateId;
  readonly number: number;
  readonly content: MessageContent;
  readonly userId: UserId;
}

/** Old versions go with it. */
export async function insertVersion(
  transaction: AccountTransaction,
  { id, number, content, userId }: NewVersion,
): Promise<void> {
  await transaction.run(
    `insert into message_template_versions (account_id, template_id, number, content, created_by)
     values ($1, $2, $3, $4, $5)`,
    [transaction.accountId, id, number, JSON.stringify(content), userId],
  );
  await transaction.run(
    `delete from message_template_versions where account_id = $1 and template_id = $2 and number <= $3`,
    [transaction.accountId, id, number - TEMPLATE_VERSIONS_MAX],
  );
}

/** Throws what `isNameTaken` reads. Null: it stays. */
export const updateTemplate = (
  transaction: AccountTransaction,
  {
    id,
    name,
    version,
  }: { readonly id: MessageTemplateId; readonly name: string | null; readonly version: number },
): Promise<number> =>
  transaction.run(
    `update message_templates set name = coalesce($3, name), version = $4, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, name, version],
  );

export const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'message_templates_name';

export const deleteTemplate = (transaction: AccountTransaction, id: MessageTemplateId): Promise<number> =>
  transaction.run(`delete from message_templates where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);

export interface VersionRow {
  readonly number: number;
  readonly content: unknown;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly createdAt: Date;
}

/** Newest first. */
export async function listVersions(
  transaction: AccountTransaction,
  id: MessageTemplateId,
  { limit, offset }: PageRange,
): Promise<{ rows: VersionRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    transaction.rows<VersionRow>(
      `select v.number, v.content, v.created_by as "createdBy", u.display_name as "createdByName",
         v.created_at as "createdAt"
       from message_template_versions v left join users u on u.id = v.created_by
       where v.account_id = $1 and v.template_id = $2 order by v.number desc limit $3 offset $4`,
      [transaction.accountId, id, limit, offset],
    ),
    transaction.one<{ total: number }>(
      `select count(*)::int as total from message_template_versions where account_id = $1 and template_id = $2`,
      [transaction.accountId, id],
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** A message that is stored as JSON; null: of a form that nothing reads any more. */
export const readContent = (stored: unknown): MessageContent | null =>
  MessageContent.safeParse(stored).data ?? null;

/** Finds which of these files a version of a template shows. */
export const findMediaInTemplates = async (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await transaction.rows<{ id: MediaId }>(
      `select m.id from unnest($2::uuid[]) as m(id) where exists (
         select from message_template_versions v where v.account_id = $1
           and v.content::text like '%' || m.id::text || '%')`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);

/** Kinds of channels that are connected. */
export const findConnectedKinds = async (transaction: AccountTransaction): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await transaction.rows<{ kind: string }>(
        `select distinct kind from channels where account_id = $1 and disconnected_at is null`,
        [transaction.accountId],
      )
    ).map(({ kind }) => kind),
  );

/** The colour that the account has chosen, `#rrggbb`. */
export const findAccountColor = async (transaction: AccountTransaction): Promise<string | null> => {
  const row = await transaction.one<{ color: string | null }>('select color from accounts where id = $1', [
    transaction.accountId,
  ]);
  return row?.color ?? null;
};
