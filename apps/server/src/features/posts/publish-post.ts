import type { AccountId, PostId, UserId } from '@hanasu/contract/ids';
import type { PostFailure } from '@hanasu/contract/posts';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database, SystemTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { createLeasedWorker, DONE, type LeasedWorker } from '../../platform/workers/leased-worker.ts';
import { recordAudit } from '../accounts/public.ts';
import { listPeople, plainText, publishNow, writeNotifications } from '../notifications/public.ts';
import { publishToHooks } from '../webhooks/public.ts';
import { mediaIdsOf, textOf } from './html/html-tokens.ts';
import { markCopiesDue } from './post-copies.ts';
import { type DraftRow, findPost, lockPost, publishNewest, updateSchedule } from './posts.store.ts';
import { ensureSite } from './sites.ts';

/** Who publishes; a post that is published at its time is published for the person who scheduled it. */
interface Publisher {
  readonly userId: UserId | null;
  readonly address?: string;
  readonly apiKey?: Session['apiKey'];
}

/** What a post lacks that its page needs, as paths of the draft. */
const findGaps = ({ title, content }: Pick<DraftRow, 'title' | 'content'>): string[] => [
  ...(title === '' ? ['draft.title'] : []),
  ...(textOf(content) === '' ? ['draft.content'] : []),
];

export function refuseIncomplete(post: DraftRow): void {
  const message = 'A title or a text is missing';
  const errors = findGaps(post).map((path) => ({ path, code: 'missing', message }));
  if (errors.length > 0) throw new AppError('post_incomplete', message, { errors });
}

export function refuseUnchanged({ publishedVersion, hasChanges }: DraftRow): void {
  if (publishedVersion !== null && !hasChanges)
    throw new AppError('nothing_to_publish', 'The draft is published already');
}

/** A page is shown once the owner of the account has confirmed their address; it does not matter who publishes it. */
const IS_OWNER_CONFIRMED = `exists (select from memberships m join users u on u.id = m.user_id
  where m.tenant_id = $1 and m.role = 'owner' and u.email_verified_at is not null)`;

export async function refuseUnconfirmedOwner(transaction: AccountTransaction): Promise<void> {
  const row = await transaction.one<{ isConfirmed: boolean }>(
    `select ${IS_OWNER_CONFIRMED} as "isConfirmed"`,
    [transaction.accountId],
  );
  if (!row?.isConfirmed)
    throw new AppError('owner_unconfirmed', 'The owner of the account has not confirmed their address');
}

/**
 * Makes the draft of a post its page, and publishes the event to web hooks. The post is locked, complete, and its
 * account has a page. True: web hooks have something to send.
 */
export async function publishPost(
  transaction: AccountTransaction,
  post: DraftRow,
  { publisher, publicUrl }: { readonly publisher: Publisher; readonly publicUrl: string },
): Promise<boolean> {
  const media = [...mediaIdsOf(post.content), ...(post.coverId ? [post.coverId] : [])];
  await publishNewest(transaction, post.id, media);
  await markCopiesDue(transaction, post.id);
  await recordAudit(transaction, {
    ...publisher,
    action: 'post.published',
    target: post.id,
    data: { name: post.title, version: post.version },
  });
  const published = await findPost(transaction, post.id);
  if (!published?.path || !published.publishedAt) throw new Error('a published post has no page');
  // Its page was taken down.
  if (published.isHidden) return false;
  const { id: uuid, title, language, tags, publishedAt, path } = published;
  const data = {
    uuid,
    title,
    url: publicUrl + path,
    language,
    tags,
    publishedAt: publishedAt.toISOString(),
  };
  return publishToHooks(transaction, 'post.published', [{ at: new Date(transaction.now()), data }]);
}

interface ScheduleDependencies {
  readonly database: Database;
  readonly publicUrl: string;
  readonly realtime: Pick<Realtime, 'emitToUser'>;
  readonly notifyWorker: (name: 'web-hooks' | 'notifications') => void;
  readonly onError: (error: unknown) => void;
}

interface DuePost {
  readonly accountId: AccountId;
  readonly id: PostId;
  /** This one included. */
  readonly attempts: number;
}

/** Posts published side by side. */
const AT_ONCE = 4;
/** Before the next attempt, when this one throws or its process ends; twice as long after each. */
const PAUSE = "interval '1 minute'";
/** Within a quarter of an hour; then the post has failed. */
const ATTEMPTS_MAX = 5;
const NEXT_DUE = '(select min(due_at) from posts where due_at is not null)';

/** Publishes posts at the times that they are scheduled for. */
export const createPostScheduler = (dependencies: ScheduleDependencies): LeasedWorker =>
  createLeasedWorker<DuePost>({
    name: 'posts',
    nextDue: NEXT_DUE,
    concurrency: AT_ONCE,
    async claim({ limit }) {
      return dependencies.database.system(async (transaction) => ({
        items: await claimDue(transaction, limit),
        nextIn: await nextDueIn(transaction),
      }));
    },
    run: (post) => attemptPublication(dependencies, post),
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    onError: dependencies.onError,
  });

const claimDue = (transaction: SystemTransaction, limit: number): Promise<DuePost[]> =>
  transaction.rows<DuePost>(
    `update posts p set due_at = now() + ${PAUSE} * power(2, least(p.attempts, 10)), attempts = p.attempts + 1 from (
       select account_id, id from posts where due_at <= now() order by due_at limit $1 for update skip locked) d
     where p.account_id = d.account_id and p.id = d.id returning p.account_id as "accountId", p.id, p.attempts`,
    [limit],
  );

async function nextDueIn(transaction: SystemTransaction): Promise<number | null> {
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from ${NEXT_DUE} - now())::float8 * 1000 as wait`,
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}

async function attemptPublication(dependencies: ScheduleDependencies, post: DuePost): Promise<typeof DONE> {
  // Its process ended at each attempt.
  if (post.attempts > ATTEMPTS_MAX) return failPublication(dependencies, post);
  try {
    return await publishDue(dependencies, post);
  } catch (error) {
    if (post.attempts === ATTEMPTS_MAX) await failPublication(dependencies, post);
    throw error;
  }
}

async function failPublication(
  dependencies: ScheduleDependencies,
  { accountId, id }: DuePost,
): Promise<typeof DONE> {
  const notices = await dependencies.database.account(accountId, async (transaction) => {
    await lockPost(transaction, id);
    const post = await findPost(transaction, id);
    return post?.scheduledAt ? recordFailure(transaction, post, 'publishing_failed') : null;
  });
  if (notices) notify(dependencies, notices);
  return DONE;
}

const notify = (
  { realtime, notifyWorker }: ScheduleDependencies,
  notices: Parameters<typeof publishNow>[1],
): void => publishNow({ realtime, notify: () => notifyWorker('notifications') }, notices);

async function publishDue(
  dependencies: ScheduleDependencies,
  { accountId, id }: DuePost,
): Promise<typeof DONE> {
  const { database, publicUrl, notifyWorker } = dependencies;
  await ensureSite(database, accountId);
  const done = await database.account(accountId, async (transaction) => {
    await lockPost(transaction, id);
    const schedule = await findSchedule(transaction, id);
    const post = schedule && (await findPost(transaction, id));
    if (!post) return null;
    if (post.publishedVersion !== null && !post.hasChanges) {
      await updateSchedule(transaction, { id, at: null, userId: null });
      return null;
    }
    const failure = schedule.failure ?? (findGaps(post).length > 0 ? 'post_incomplete' : null);
    if (failure) return { notices: await recordFailure(transaction, post, failure) };
    const publisher = { userId: schedule.userId };
    return { isHookNotified: await publishPost(transaction, post, { publisher, publicUrl }) };
  });
  if (done?.isHookNotified) notifyWorker('web-hooks');
  if (done?.notices) notify(dependencies, done.notices);
  return DONE;
}

/** Ends the schedule with what was against it, and writes the notices for the people who may publish. */
async function recordFailure(transaction: AccountTransaction, post: DraftRow, failure: PostFailure) {
  const { id, title, scheduledAt } = post;
  await updateSchedule(transaction, { id, at: null, userId: null, failure });
  const people = await listPeople(transaction);
  return writeNotifications(
    transaction,
    people.filter(({ role }) => role === 'owner' || role === 'admin'),
    [
      {
        event: 'post_failed',
        key: `post_failed:${id}:${scheduledAt?.getTime()}`,
        subject: plainText(title, 'subject'),
        body: failure,
        path: `/Post-Manage/edit/${id}`,
      },
    ],
  );
}

interface Schedule {
  readonly userId: UserId | null;
  /** What the account may not do any more, or the post. */
  readonly failure: PostFailure | null;
}

/** Who has scheduled a post, and what is against it now; null: it is not due. */
const findSchedule = (transaction: AccountTransaction, id: PostId): Promise<Schedule | null> =>
  transaction.one<Schedule>(
    `select p.scheduled_by as "userId", case when a.suspended_at is not null then 'account_suspended'
       when not ${IS_OWNER_CONFIRMED} then 'email_unconfirmed'
       when p.hidden_at is not null then 'taken_down' end as failure
     from posts p join accounts a on a.id = p.account_id
     where p.account_id = $1 and p.id = $2 and p.scheduled_at <= now()`,
    [transaction.accountId, id],
  );
