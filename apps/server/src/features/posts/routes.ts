import type { AccountId, PostId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/posts';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../platform/database/database.ts';
import { type PageRange, rangeOf } from '../../platform/database/page-range.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { recordAudit } from '../accounts/public.ts';
import type { KeptMediaStore } from '../conversations/public.ts';
import { changePost, cleanContent, createPost, refuseChanged } from './edit-post.ts';
import { chooseKnowledge, dropCopies, markCopiesDue, requireKnowledgeAccess } from './post-copies.ts';
import { postView, shownPost, versionView } from './post-views.ts';
import * as store from './posts.store.ts';
import { publishPost, refuseIncomplete, refuseUnchanged, refuseUnconfirmedOwner } from './publish-post.ts';
import { changeSite, ensureSite } from './sites.ts';
import { passOnTranslations } from './translations.store.ts';
import { listVersions } from './versions.store.ts';

export interface PostDependencies {
  readonly database: Database;
  readonly keptMedia: KeptMediaStore;
  readonly publicUrl: string;
  /** Throws when the account may not keep so many bytes more. */
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  /** Web hooks have something to send. */
  readonly notifyHooks: () => void;
}

/** Of a text in letters that take several bytes. */
const DRAFT_BYTES = 2 * 1024 * 1024;

export function addPostRoutes(implement: Implement, dependencies: PostDependencies): void {
  const { database, keptMedia, requireQuota } = dependencies;
  implement(contract.listPosts, ({ query }, { session }) =>
    database.snapshot(session.accountId, (transaction) => list(transaction, query)),
  );
  implement(
    contract.createPost,
    ({ body: { translationOf = null, ...body } }, { session }) => {
      const draft = withCleanContent(body);
      return database.account(session.accountId, async (transaction) => {
        const id = await createPost(transaction, keptMedia, { session, draft, translationOf, requireQuota });
        return shownPost(transaction, keptMedia, id);
      });
    },
    { bodyLimit: DRAFT_BYTES },
  );
  implement(contract.getPost, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shownPost(transaction, keptMedia, params.uuid)),
  );
  implement(
    contract.changePost,
    (
      { params: { uuid: id }, body: { revision, newVersion: isNew, knowledgeUuid, ...body } },
      { session },
    ) => {
      if (knowledgeUuid !== undefined) requireKnowledgeAccess(session);
      const draft = withCleanContent(body);
      return database.account(session.accountId, async (transaction) => {
        const { title } = await changePost(transaction, keptMedia, { id, session, draft, revision, isNew });
        if (knowledgeUuid !== undefined)
          await chooseKnowledge(transaction, { post: { id, title }, session, knowledgeId: knowledgeUuid });
        return shownPost(transaction, keptMedia, id);
      });
    },
    { bodyLimit: DRAFT_BYTES },
  );
  implement(contract.deletePost, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      // Otherwise a translation could be linked to it meanwhile.
      await store.lockAndCount(transaction);
      const { title: name } = await lockedPost(transaction, params.uuid);
      await dropCopies(transaction, params.uuid);
      await passOnTranslations(transaction, params.uuid);
      await store.deletePost(transaction, params.uuid);
      await audit(transaction, { session, id: params.uuid }, 'post.deleted', { name });
      return undefined;
    }),
  );
  implement(contract.listPostVersions, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await store.findPost(transaction, params.uuid), 'post');
      const { page, pageSize } = query;
      const { rows, total } = await listVersions(transaction, params.uuid, rangeOf(query));
      return { items: rows.map(versionView), total, page, pageSize };
    }),
  );
  implement(contract.getPostSite, (_input, { session }) => ensureSite(database, session.accountId));
  implement(contract.changePostSite, ({ body }, { session }) => changeSite(database, session, body));
  addPublishingRoutes(implement, dependencies);
}

const withCleanContent = (draft: contract.PostDraft): contract.PostDraft =>
  draft.content === undefined ? draft : { ...draft, content: cleanContent(draft.content) };

async function list(transaction: AccountTransaction, query: z.output<typeof contract.listPosts.query>) {
  const { page, pageSize, state, tag, q } = query;
  const { limit, offset } = rangeOf(query);
  const filter = { state, tag, limit, offset, ids: await store.searchPosts(transaction, q) };
  const [rows, counted, tags] = await Promise.all([
    store.listPosts(transaction, filter),
    store.countPosts(transaction, filter),
    store.listTags(transaction),
  ]);
  const counts = { draft: 0, scheduled: 0, published: 0, failed: 0 };
  for (const one of counted) counts[one.state] = one.count;
  const total = state ? counts[state] : counted.reduce((sum, { count }) => sum + count, 0);
  return { items: rows.map(postView), total, page, pageSize, counts, tags };
}

interface Named {
  readonly session: Actor;
  readonly id: PostId;
}

const audit = (
  transaction: AccountTransaction,
  { session, id }: Named,
  action: `post.${'deleted' | 'retracted' | 'scheduled'}`,
  data: object,
) =>
  recordAudit(transaction, {
    userId: session.userId,
    address: session.address,
    apiKey: session.apiKey,
    action,
    target: id,
    data: { ...data },
  });

async function lockedPost(transaction: AccountTransaction, id: PostId): Promise<store.DraftRow> {
  await store.lockPost(transaction, id);
  return orNotFound(await store.findPost(transaction, id), 'post');
}

function addPublishingRoutes(implement: Implement, dependencies: PostDependencies): void {
  const { database, keptMedia, publicUrl, notifyHooks } = dependencies;
  /** Changes a locked post, and answers it as it is then. */
  const change = (
    { session, id }: Named,
    run: (transaction: AccountTransaction, post: store.DraftRow) => Promise<unknown>,
  ): Promise<contract.PostWithDraft> =>
    database.account(session.accountId, async (transaction) => {
      await run(transaction, await lockedPost(transaction, id));
      return shownPost(transaction, keptMedia, id);
    });
  implement(contract.publishPost, async ({ params, body }, { session }) => {
    await ensureSite(database, session.accountId);
    let isHookNotified = false;
    const shown = await change({ session, id: params.uuid }, async (transaction, post) => {
      refuseChanged(post, body.revision);
      refuseIncomplete(post);
      refuseUnchanged(post);
      await refuseUnconfirmedOwner(transaction);
      const { userId, address, apiKey } = session;
      const publisher = { userId, address, apiKey };
      isHookNotified = await publishPost(transaction, post, { publisher, publicUrl });
    });
    if (isHookNotified) notifyHooks();
    return shown;
  });
  implement(contract.schedulePost, ({ params: { uuid: id }, body: { at } }, { session }) =>
    change({ session, id }, async (transaction, post) => {
      refuseTime(at, transaction.now());
      refuseIncomplete(post);
      refuseUnchanged(post);
      await refuseUnconfirmedOwner(transaction);
      await store.updateSchedule(transaction, { id, at, userId: session.userId });
      await audit(transaction, { session, id }, 'post.scheduled', { name: post.title, at });
    }),
  );
  implement(contract.unschedulePost, ({ params: { uuid: id } }, { session }) =>
    change({ session, id }, async (transaction, { scheduledAt, failure }) => {
      if (scheduledAt || failure) await store.updateSchedule(transaction, { id, at: null, userId: null });
    }),
  );
  implement(contract.retractPost, ({ params: { uuid: id } }, { session }) =>
    change({ session, id }, async (transaction, { publishedVersion, title: name }) => {
      if (publishedVersion === null) return;
      await store.retractPost(transaction, id);
      await markCopiesDue(transaction, id);
      await audit(transaction, { session, id }, 'post.retracted', { name });
    }),
  );
}

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

function refuseTime(at: string, now: number): void {
  const refuse = (message: string): AppError => AppError.field('validation_failed', 'body.at', message);
  const time = Date.parse(at);
  if (time <= now) throw refuse('This time is over');
  if (time > now + YEAR_MS) throw refuse('At most a year ahead');
}

/** What administrators of the installation do about reported posts. */
export function addAdminPostRoutes(implement: Implement, database: Database): void {
  implement(contract.reportedPosts, async ({ query }) => {
    const { page, pageSize } = query;
    const { rows, total } = await database.system((transaction) => listReported(transaction, rangeOf(query)));
    return { items: rows.map(reportedView), total, page, pageSize };
  });
  implement(contract.takeDownPost, async ({ params }, { session }) => {
    await hidePost(database, { actor: session, id: params.uuid, isHidden: true });
    return undefined;
  });
  implement(contract.putBackPost, async ({ params }, { session }) => {
    await hidePost(database, { actor: session, id: params.uuid, isHidden: false });
    return undefined;
  });
}

interface ReportedRow
  extends Pick<contract.ReportedPostView, 'uuid' | 'title' | 'path' | 'reports' | 'texts'> {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly hiddenAt: Date | null;
}

const reportedView = ({
  accountId,
  accountName,
  hiddenAt,
  ...row
}: ReportedRow): contract.ReportedPostView => ({
  ...row,
  account: { uuid: accountId, name: accountName },
  hiddenAt: hiddenAt?.toISOString() ?? null,
});

const REPORTED = `(select account_id, post_id as id from post_reports
    union select account_id, id from posts where hidden_at is not null) f
  join posts p on p.account_id = f.account_id and p.id = f.id
  join accounts a on a.id = p.account_id`;

async function listReported(
  transaction: SystemTransaction,
  { limit, offset }: Pick<PageRange, 'limit' | 'offset'>,
): Promise<{ rows: ReportedRow[]; total: number }> {
  const rows = await transaction.rows<ReportedRow>(
    `select p.id as uuid, coalesce(v.title, p.title) as title,
       case when p.published_version is not null then '/p/' || s.slug || '/' || p.slug end as path,
       p.account_id as "accountId", a.name as "accountName", coalesce(r.reports, 0) as reports,
       coalesce(n.texts, '[]') as texts, p.hidden_at as "hiddenAt"
     from ${REPORTED}
       left join post_sites s on s.account_id = p.account_id
       left join post_versions v on v.account_id = p.account_id and v.post_id = p.id and v.number = p.published_version
       left join lateral (select count(*)::int as reports from post_reports c
         where c.account_id = p.account_id and c.post_id = p.id) r on true
       left join lateral (select jsonb_agg(jsonb_build_object('reason', t.reason, 'text', t.text,
           'createdAt', to_char(t.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as texts
         from (select * from post_reports c where c.account_id = p.account_id and c.post_id = p.id
           order by c.id desc limit 10) t) n on true
     order by p.hidden_at is not null, reports desc, p.id limit $1 offset $2`,
    [limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(`select count(*)::int as total from ${REPORTED}`);
  return { rows, total: counted?.total ?? 0 };
}

/** The owner reads it in their log and on the post; only an administrator shows the page again. */
const hidePost = (
  database: Database,
  { actor, id, isHidden }: { readonly actor: Actor; readonly id: PostId; readonly isHidden: boolean },
): Promise<void> =>
  database.system(async (transaction) => {
    const post = await setHidden(transaction, id, isHidden);
    if (!post) throw new AppError('not_found', 'There is no such post');
    if (!isHidden) await transaction.run('delete from post_reports where post_id = $1', [id]);
    const own = within(transaction, post.accountId);
    await markCopiesDue(own, id);
    await recordAudit(own, {
      userId: actor.userId,
      address: actor.address,
      action: isHidden ? 'post.taken_down' : 'post.put_back',
      target: id,
      data: { name: post.title, byAdministrator: true },
    });
  });

/** Null: there is no such post. */
const setHidden = (transaction: SystemTransaction, id: PostId, isHidden: boolean) =>
  transaction.one<{ accountId: AccountId; title: string }>(
    `update posts set hidden_at = case when $2 then coalesce(hidden_at, now()) end where id = $1
     returning account_id as "accountId", title`,
    [id, isHidden],
  );
