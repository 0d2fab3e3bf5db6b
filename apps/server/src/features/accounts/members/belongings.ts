import type { Locale, Role } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { BelongingsChoice, Fate } from '@hanasu/contract/team';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Mail, MailContent } from '../../../platform/mail/mail.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { type Belongings, findBelongings, hasBelongings } from './belongings.store.ts';
import { plainName } from './mail-names.ts';
import { findOwner } from './members.store.ts';

/** Keys and web hooks end, channels go on: customers write to them. */
export const SAFE_CHOICE: BelongingsChoice = { apiKeys: 'end', webHooks: 'end', channels: 'take_over' };

interface Departure {
  readonly accountId: Parameters<typeof within>[1];
  readonly userId: UserId;
  /** How the member is called in the mail to the owner. */
  readonly name: string;
  readonly kind: LeavingKind;
  /** Absent: the safe one. */
  readonly choice?: BelongingsChoice;
}

interface Settled {
  readonly belongings: Belongings;
  /** For the audit log: names, and what became of them. */
  readonly data: Record<string, unknown>;
}

/**
 * Decides about what a member made who is leaving, and tells the owner by mail. Channels that are to be disconnected
 * are the owner's until the caller has done that after the commit: a vendor has to be told.
 */
export async function settleBelongings(
  transaction: SystemTransaction,
  { mail, publicUrl, belongings: owners }: Pick<AccountsDependencies, 'mail' | 'publicUrl' | 'belongings'>,
  { accountId, userId, name, kind, choice = SAFE_CHOICE }: Departure,
): Promise<Settled> {
  const own = within(transaction, accountId);
  const belongings = await findBelongings(own, userId);
  if (!hasBelongings(belongings)) return { belongings, data: {} };
  const owner = await findOwner(own);
  const change = { from: userId, to: owner?.id ?? userId };
  if (choice.apiKeys === 'end') await owners.apiKeys.end(own, userId);
  else await owners.apiKeys.handOver(own, change);
  if (choice.webHooks === 'end') await owners.webHooks.end(own, userId);
  else await owners.webHooks.handOver(own, change);
  await owners.channels.handOver(own, change);
  if (owner?.email) {
    const facts = { account: owner.accountName, owner: owner.displayName, name, belongings, choice };
    const content = belongingsMail(owner.locale, kind, { ...facts, url: `${publicUrl}/Account` });
    await mail.write(transaction, { to: owner.email, locale: owner.locale, content });
  }
  return { belongings, data: { belongings: auditOf(belongings, choice) } };
}

/** Who may do less than before has keys that may do less, and made web hooks and channels that go on: the owner knows. */
export async function notifyOwner(
  transaction: SystemTransaction,
  { mail, publicUrl }: { readonly mail: Mail; readonly publicUrl: string },
  {
    accountId,
    userId,
    name,
    role,
  }: Pick<Departure, 'accountId' | 'userId' | 'name'> & { readonly role?: Role },
): Promise<void> {
  const own = within(transaction, accountId);
  const belongings = await findBelongings(own, userId);
  const owner = await findOwner(own);
  if (!owner?.email || !hasBelongings(belongings)) return;
  const facts = { account: owner.accountName, owner: owner.displayName, name, belongings, choice: null };
  const url = `${publicUrl}/Account`;
  const content = belongingsMail(owner.locale, role ? 'demoted' : 'handed_over', {
    ...facts,
    url,
    ...(role ? { role } : {}),
  });
  await mail.write(transaction, { to: owner.email, locale: owner.locale, content });
}

const auditOf = ({ apiKeys, webHooks, channels }: Belongings, choice: BelongingsChoice) => ({
  apiKeys: { fate: choice.apiKeys, names: apiKeys.map(({ name }) => name) },
  webHooks: { fate: choice.webHooks, names: webHooks.map(({ name }) => name) },
  channels: { fate: choice.channels, names: channels.map(({ name }) => name) },
});

/** Why the owner is told what a member made. */
type LeavingKind = 'removed' | 'left' | 'erased' | 'demoted' | 'handed_over';

interface BelongingsFacts {
  readonly account: string;
  readonly owner: string;
  /** The member it is about. */
  readonly name: string;
  /** Their new role, when it is what changed. */
  readonly role?: Role;
  readonly belongings: Belongings;
  /** Null: everything goes on as it was. */
  readonly choice: BelongingsChoice | null;
  readonly url: string;
}

interface Texts {
  subject(facts: BelongingsFacts): string;
  greeting(owner: string): string;
  what(kind: LeavingKind, facts: BelongingsFacts): string;
  readonly kinds: Readonly<Record<keyof Belongings, string>>;
  readonly fates: Readonly<Record<keyof Belongings, Readonly<Record<Fate | 'on', string>>>>;
  line(kind: string, names: readonly string[], fate: string): string;
  readonly button: string;
  readonly note: string;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: {
    subject: ({ name, account }) => `What ${name} set up in ${account}`,
    greeting: (owner) => `Hello ${owner},`,
    what: (kind, { name, account, role }) =>
      ({
        removed: `${name} was removed from “${account}”.`,
        left: `${name} has left “${account}”.`,
        erased: `${name} has deleted their Hanasu account and left “${account}”.`,
        demoted: `The role of ${name} in “${account}” is now ${EN_ROLES[role ?? 'viewer']}.`,
        handed_over: `You are now the owner of “${account}”. ${name} set these up:`,
      })[kind],
    kinds: { apiKeys: 'API keys', webHooks: 'Webhooks', channels: 'Channels' },
    fates: {
      apiKeys: {
        end: 'revoked',
        take_over: 'now yours; anyone who has a copy can still use them, so replace them soon',
        on: 'limited to the permissions of the member who created them',
      },
      webHooks: { end: 'removed', take_over: 'now yours', on: 'still active' },
      channels: { end: 'disconnected', take_over: 'now yours', on: 'still active' },
    },
    line: (kind, names, fate) => `${kind}: ${names.join(', ')} (${fate})`,
    button: 'View the team',
    note: 'Programs that used a revoked key need a new one from the Token page.',
  },
  ja: {
    subject: ({ name, account }) => `【Hanasu】${name}さんが「${account}」で設定したもの`,
    greeting: (owner) => `${owner}様`,
    what: (kind, { name, account, role }) =>
      ({
        removed: `${name}さんが「${account}」から外されました。`,
        left: `${name}さんが「${account}」から退出しました。`,
        erased: `${name}さんがHanasuのアカウントを削除し、「${account}」から退出しました。`,
        demoted: `「${account}」での${name}さんの役割が${JA_ROLES[role ?? 'viewer']}に変わりました。`,
        handed_over: `「${account}」のオーナーになりました。${name}さんが設定したものは次のとおりです。`,
      })[kind],
    kinds: { apiKeys: 'APIキー', webHooks: 'Webhook', channels: 'チャネル' },
    fates: {
      apiKeys: {
        end: '失効しました',
        take_over: '引き継ぎました。控えを持つ人は引き続き使えるため、早めに作り直してください',
        on: '作成者の権限の範囲でのみ使えます',
      },
      webHooks: { end: '削除しました', take_over: '引き継ぎました', on: '引き続き有効です' },
      channels: { end: '接続を解除しました', take_over: '引き継ぎました', on: '引き続き有効です' },
    },
    line: (kind, names, fate) => `${kind}：${names.join('、')}（${fate}）`,
    button: 'チームを確認する',
    note: '失効したキーを使っていたプログラムには、「トークン」ページで新しいキーを発行してください。',
  },
  vi: {
    subject: ({ name, account }) => `Những gì ${name} đã thiết lập trong ${account}`,
    greeting: (owner) => `Xin chào ${owner},`,
    what: (kind, { name, account, role }) =>
      ({
        removed: `${name} đã bị gỡ khỏi “${account}”.`,
        left: `${name} đã rời “${account}”.`,
        erased: `${name} đã xóa tài khoản Hanasu của mình và rời “${account}”.`,
        demoted: `Vai trò của ${name} trong “${account}” hiện là ${VI_ROLES[role ?? 'viewer']}.`,
        handed_over: `Bạn hiện là chủ sở hữu của “${account}”. ${name} đã thiết lập:`,
      })[kind],
    kinds: { apiKeys: 'API key', webHooks: 'Webhook', channels: 'Kênh' },
    fates: {
      apiKeys: {
        end: 'đã thu hồi',
        take_over: 'nay thuộc về bạn; ai có bản sao vẫn dùng được, vì vậy hãy sớm tạo key mới',
        on: 'chỉ được làm những gì người tạo được làm',
      },
      webHooks: { end: 'đã gỡ', take_over: 'nay thuộc về bạn', on: 'vẫn hoạt động' },
      channels: { end: 'đã ngắt kết nối', take_over: 'nay thuộc về bạn', on: 'vẫn hoạt động' },
    },
    line: (kind, names, fate) => `${kind}: ${names.join(', ')} (${fate})`,
    button: 'Xem nhóm làm việc',
    note: 'Chương trình dùng API key đã thu hồi cần API key mới từ trang “Token”.',
  },
};
const EN_ROLES = { owner: 'Owner', admin: 'Admin', operator: 'Operator', viewer: 'Viewer' } as const;
const JA_ROLES = { owner: 'オーナー', admin: '管理者', operator: 'オペレーター', viewer: '閲覧者' } as const;
const VI_ROLES = {
  owner: 'chủ sở hữu',
  admin: 'quản trị viên',
  operator: 'nhân viên',
  viewer: 'người xem',
} as const;

const KINDS = ['apiKeys', 'webHooks', 'channels'] as const;

/** To the owner: what a member set up, and what became of it. */
function belongingsMail(locale: Locale, kind: LeavingKind, given: BelongingsFacts): MailContent {
  const texts = TEXTS[locale];
  const facts = { ...given, account: plainName(given.account), name: plainName(given.name) };
  const lines = KINDS.flatMap((one) => {
    const names = facts.belongings[one].map(({ name }) => plainName(name));
    return names.length === 0
      ? []
      : [texts.line(texts.kinds[one], names, texts.fates[one][facts.choice?.[one] ?? 'on'])];
  });
  return {
    subject: texts.subject(facts),
    greeting: texts.greeting(plainName(facts.owner)),
    paragraphs: [texts.what(kind, facts), ...lines],
    button: { label: texts.button, url: facts.url },
    ...(facts.choice?.apiKeys === 'end' && facts.belongings.apiKeys.length > 0 ? { note: texts.note } : {}),
  };
}
