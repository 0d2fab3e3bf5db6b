import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../../platform/mail/mail.ts';
import { plainName } from './mail-names.ts';

export interface OwnershipFacts {
  readonly account: string;
  readonly before: string;
  readonly after: string;
  /** The page of the account's people. */
  readonly url: string;
}
type Words = (facts: OwnershipFacts) => MailContent;

const GIVEN = {
  en: ({ account, before, after, url }) => ({
    subject: `${account} has a new owner`,
    greeting: `Hello ${before},`,
    paragraphs: [`${after} owns “${account}” from now on. You are an administrator of it.`],
    button: { label: 'See the team', url },
    note: 'If this was not you, ask the new owner, and change your password.',
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
    paragraphs: [`Từ bây giờ ${after} là chủ sở hữu của “${account}”. Bạn là quản trị viên.`],
    button: { label: 'Xem nhóm', url },
    note: 'Nếu không phải bạn đã làm việc này, hãy hỏi chủ sở hữu mới và đổi mật khẩu.',
  }),
} satisfies Record<Locale, Words>;

const TAKEN = {
  en: ({ account, before, after, url }) => ({
    subject: `You are the owner of ${account}`,
    greeting: `Hello ${after},`,
    paragraphs: [`${before} has made you the owner of “${account}”.`],
    button: { label: 'See the team', url },
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
    button: { label: 'Xem nhóm', url },
  }),
} satisfies Record<Locale, Words>;

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
