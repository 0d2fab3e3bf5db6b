import type { Locale } from '@hanasu/contract/accounts';
import type { GivenRole } from '@hanasu/contract/team';
import type { MailContent } from '../../../../platform/mail/mail.ts';
import { plainName } from './mail-names.ts';

export interface InvitationFacts {
  readonly inviter: string;
  readonly account: string;
  readonly role: GivenRole;
  readonly url: string;
}

const ROLE_WORDS = {
  en: { admin: 'an administrator', operator: 'an operator', viewer: 'a viewer' },
  ja: { admin: '管理者', operator: 'オペレーター', viewer: '閲覧者' },
  vi: { admin: 'quản trị viên', operator: 'nhân viên', viewer: 'người xem' },
} satisfies Record<Locale, Record<GivenRole, string>>;

const WORDS = {
  en: ({ inviter, account, role, url }) => ({
    subject: `${inviter} invites you to ${account} on Hanasu`,
    greeting: 'Hello,',
    paragraphs: [`${inviter} invites you to join “${account}” on Hanasu as ${ROLE_WORDS.en[role]}.`],
    button: { label: 'See the invitation', url },
    note: 'The link works once and for 7 days. If you did not expect it, you can ignore this mail.',
  }),
  ja: ({ inviter, account, role, url }) => ({
    subject: `【Hanasu】${inviter}さんから「${account}」への招待`,
    greeting: 'Hanasuからのお知らせです。',
    paragraphs: [
      `${inviter}さんから「${account}」への招待が届いています。参加すると、${ROLE_WORDS.ja[role]}としてご利用いただけます。`,
    ],
    button: { label: '招待を確認する', url },
    note: 'リンクは7日間有効で、1回だけ使えます。お心当たりのない場合は、このメールを破棄してください。',
  }),
  vi: ({ inviter, account, role, url }) => ({
    subject: `${inviter} mời bạn tham gia ${account} trên Hanasu`,
    greeting: 'Xin chào bạn,',
    paragraphs: [`${inviter} mời bạn tham gia “${account}” trên Hanasu với vai trò ${ROLE_WORDS.vi[role]}.`],
    button: { label: 'Xem lời mời', url },
    note: 'Liên kết có hiệu lực trong 7 ngày và chỉ dùng được một lần. Nếu bạn không biết về lời mời này, hãy bỏ qua thư.',
  }),
} satisfies Record<Locale, (facts: InvitationFacts) => MailContent>;

/** In the language of who invites: nobody knows the other's. */
export const invitationMail = (locale: Locale, facts: InvitationFacts): MailContent =>
  WORDS[locale]({ ...facts, inviter: plainName(facts.inviter), account: plainName(facts.account) });
