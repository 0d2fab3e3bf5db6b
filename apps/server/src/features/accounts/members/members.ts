import type { Locale } from '@hanasu/contract/accounts';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, ChannelId, UserId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type {
  BelongingsChoice,
  BelongingsView,
  listMembers as contract,
  GivenRole,
  MemberView,
} from '@hanasu/contract/team';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { findMember, type MemberRow } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { avatarView } from '../profile/user-view.ts';
import { recordAudit } from '../record-audit.ts';
import { reAuthenticate } from '../sign-in/re-authenticate.ts';
import { withAccountLock } from './account-lock.ts';
import { type Belongings, findBelongings } from './belongings.store.ts';
import { notifyOwner, SAFE_CHOICE, settleBelongings } from './belongings.ts';
import { deleteOpenOf } from './invitations.store.ts';
import { plainName } from './mail-names.ts';
import { findListedMember, listMembersPage, type MemberListRow } from './members.store.ts';
import { deleteMembership, setRole } from './memberships.store.ts';
import { isAtLeast, whyNoOtherRole, whyNotRemoved } from './roles.ts';

/** Addresses are shown to those alone who may invite. */
export async function listMembers(
  database: Database,
  actor: Actor,
  { q, page, pageSize }: PageQuery,
): Promise<EndpointOutput<typeof contract>> {
  const withEmail = isAtLeast(actor.role, 'admin');
  const { rows, total } = await database.account(actor.accountId, (transaction) =>
    listMembersPage(transaction, { q, byEmail: withEmail, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  return { items: rows.map((row) => memberView(row, { withEmail })), total, page, pageSize };
}

/** Gives a member another role, at once; what somebody invited who may not invite any more is taken back. */
export async function changeMember(
  dependencies: AccountsDependencies,
  { actor, userId }: { readonly actor: Actor; readonly userId: UserId },
  given: GivenRole,
): Promise<MemberView> {
  const view = await withAccountLock(
    dependencies.database,
    { actor, needed: 'admin' },
    async ({ all, own, role }) => {
      const member = await findListedMember(own, userId);
      if (!member) throw new AppError('not_found', 'Member not found');
      const refusal = whyNoOtherRole(role, member.role, given);
      if (refusal) throw new AppError(refusal);
      const changed = { ...member, role: given };
      if (member.role !== given) {
        await setRole(all, actor.accountId, userId, given);
        if (!isAtLeast(given, 'admin')) {
          await deleteOpenOf(own, userId);
          await notifyOwner(all, dependencies, {
            accountId: actor.accountId,
            userId,
            name: member.displayName,
            role: given,
          });
        }
        await recordAudit(own, {
          userId: actor.userId,
          address: actor.address,
          action: 'member.role_changed',
          target: member.username,
          data: { uuid: userId, from: member.role, to: given },
        });
      }
      return memberView(changed, { withEmail: isAtLeast(userId === actor.userId ? given : role, 'admin') });
    },
  );
  dependencies.ended.user(userId);
  return view;
}

/** What a member made, for whoever decides about it: those who may take members out, and the member. */
export const listBelongings = (database: Database, actor: Actor, userId: UserId): Promise<BelongingsView> =>
  database.account(actor.accountId, async (transaction) => {
    if (userId !== actor.userId && !isAtLeast(actor.role, 'admin')) {
      throw new AppError('forbidden', 'This requires the role admin');
    }
    if (!(await findListedMember(transaction, userId))) throw new AppError('not_found', 'Member not found');
    const { apiKeys, webHooks, channels } = await findBelongings(transaction, userId);
    return { apiKeys: [...apiKeys], webHooks: [...webHooks], channels: [...channels] };
  });

/** Takes somebody out, or lets them leave: with their sessions of this account and the invitations they sent. */
export async function removeMember(
  dependencies: TeamDependencies,
  { actor, userId }: { readonly actor: Actor; readonly userId: UserId },
  wanted: BelongingsChoice,
): Promise<void> {
  const isOneself = userId === actor.userId;
  // Nobody who leaves keeps a key or a web hook running.
  const choice = isOneself ? SAFE_CHOICE : wanted;
  const belongings = await withAccountLock(
    dependencies.database,
    { actor, needed: 'viewer' },
    async ({ all, own, role }) => {
      const member = await findListedMember(own, userId);
      if (!member) throw new AppError('not_found', 'Member not found');
      const refusal = whyNotRemoved(role, member.role, isOneself);
      if (refusal) throw new AppError(refusal);
      await deleteOpenOf(own, userId);
      const { accountId } = actor;
      const kind = isOneself ? 'left' : 'removed';
      const leaving = { accountId, userId, name: member.displayName, kind, choice } as const;
      const settled = await settleBelongings(all, dependencies, leaving);
      await deleteMembership(all, accountId, userId);
      await recordAudit(own, {
        userId: actor.userId,
        address: actor.address,
        action: isOneself ? 'member.left' : 'member.removed',
        target: member.username,
        data: { uuid: userId, role: member.role, ...settled.data },
      });
      return settled.belongings;
    },
  );
  dependencies.ended.user(userId);
  await endAfterwards(dependencies, { actor, belongings, choice });
}

async function endAfterwards(
  { forgetHooks, disconnectChannel }: TeamDependencies,
  {
    actor,
    belongings: { channels, webHooks },
    choice,
  }: { readonly actor: Actor; readonly belongings: Belongings; readonly choice: BelongingsChoice },
): Promise<void> {
  if (webHooks.length > 0) forgetHooks(actor.accountId);
  if (choice.channels === 'take_over') return;
  for (const { uuid } of channels) await disconnectChannel(actor, uuid);
}

/** Makes another member the owner and the owner an admin, in one step: an account always has exactly one. */
export async function transferOwnership(
  dependencies: AccountsDependencies,
  actor: Actor,
  { userUuid, password }: { readonly userUuid: UserId; readonly password?: string | undefined },
): Promise<void> {
  await reAuthenticate(dependencies, actor, { password });
  await withAccountLock(dependencies.database, { actor, needed: 'owner' }, async ({ all, own }) => {
    const { accountId, userId } = actor;
    if (userUuid === userId)
      throw AppError.field('validation_failed', 'body.userUuid', 'already owns the account');
    const before = await findMember(all, userId, accountId);
    const after = await findMember(all, userUuid, accountId);
    if (!before || !after) throw new AppError('not_found', 'Member not found');
    // First down, then up: the index allows one owner at any moment.
    await setRole(all, accountId, userId, 'admin');
    await setRole(all, accountId, userUuid, 'owner');
    await tellBoth(all, dependencies, before, after);
    await notifyOwner(all, dependencies, { accountId, userId, name: before.displayName });
    await recordAudit(own, {
      userId,
      address: actor.address,
      action: 'ownership.transferred',
      target: after.username,
      data: { from: userId, to: userUuid },
    });
  });
  dependencies.ended.user(actor.userId);
  dependencies.ended.user(userUuid);
}

async function tellBoth(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  before: MemberRow,
  after: MemberRow,
): Promise<void> {
  const facts = {
    account: before.accountName,
    before: before.displayName,
    after: after.displayName,
    url: `${publicUrl}/Account`,
  };
  for (const { email: to, locale, mailOf } of [
    { ...before, mailOf: ownershipGivenMail },
    { ...after, mailOf: ownershipTakenMail },
  ]) {
    if (to) await mail.write(transaction, { to, locale, content: mailOf(locale, facts) });
  }
}

/** A member as the others of the account see them. */
const memberView = (row: MemberListRow, options: { withEmail: boolean }): MemberView => ({
  uuid: row.id,
  username: row.username,
  displayName: row.displayName,
  email: options.withEmail ? row.email : null,
  avatar: avatarView(row.avatarKey),
  role: row.role,
  secondFactor: row.secondFactor,
  joinedAt: row.joinedAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
});

interface OwnershipFacts {
  readonly account: string;
  readonly before: string;
  readonly after: string;
  /** The page of the account's people. */
  readonly url: string;
}
type Texts = (facts: OwnershipFacts) => MailContent;

const GIVEN = {
  en: ({ account, before, after, url }) => ({
    subject: `${account} has a new owner`,
    greeting: `Hello ${before},`,
    paragraphs: [`${after} is now the owner of “${account}”. Your role is now Admin.`],
    button: { label: 'View the team', url },
    note: 'If this wasn’t you, ask the new owner and set a new password now.',
  }),
  ja: ({ account, before, after, url }) => ({
    subject: `【Hanasu】「${account}」のオーナーが変わりました`,
    greeting: `${before}様`,
    paragraphs: [`「${account}」のオーナーが${after}さんに変わりました。${before}様は管理者になりました。`],
    button: { label: 'チームを確認する', url },
    note: 'お心当たりのない場合は、新しいオーナーに確認し、パスワードを変更してください。',
  }),
  vi: ({ account, before, after, url }) => ({
    subject: `${account} có chủ sở hữu mới`,
    greeting: `Xin chào ${before},`,
    paragraphs: [`${after} hiện là chủ sở hữu của “${account}”. Vai trò của bạn hiện là quản trị viên.`],
    button: { label: 'Xem nhóm làm việc', url },
    note: 'Nếu không phải bạn, hãy hỏi chủ sở hữu mới và đổi mật khẩu.',
  }),
} satisfies Record<Locale, Texts>;

const TAKEN = {
  en: ({ account, before, after, url }) => ({
    subject: `You are the owner of ${account}`,
    greeting: `Hello ${after},`,
    paragraphs: [`${before} transferred the ownership of “${account}” to you.`],
    button: { label: 'View the team', url },
  }),
  ja: ({ account, before, after, url }) => ({
    subject: `【Hanasu】「${account}」のオーナーになりました`,
    greeting: `${after}様`,
    paragraphs: [`${before}さんから「${account}」のオーナーを引き継ぎました。`],
    button: { label: 'チームを確認する', url },
  }),
  vi: ({ account, before, after, url }) => ({
    subject: `Bạn là chủ sở hữu của ${account}`,
    greeting: `Xin chào ${after},`,
    paragraphs: [`${before} đã chuyển quyền sở hữu “${account}” cho bạn.`],
    button: { label: 'Xem nhóm làm việc', url },
  }),
} satisfies Record<Locale, Texts>;

const plain = ({ account, before, after, url }: OwnershipFacts): OwnershipFacts => ({
  account: plainName(account),
  before: plainName(before),
  after: plainName(after),
  url,
});

export const ownershipGivenMail = (locale: Locale, facts: OwnershipFacts): MailContent =>
  GIVEN[locale](plain(facts));
export const ownershipTakenMail = (locale: Locale, facts: OwnershipFacts): MailContent =>
  TAKEN[locale](plain(facts));

export interface TeamDependencies extends AccountsDependencies {
  /** The account's web hooks are read anew. */
  readonly forgetHooks: (accountId: AccountId) => void;
  readonly disconnectChannel: (actor: Actor, id: ChannelId) => Promise<void>;
}
