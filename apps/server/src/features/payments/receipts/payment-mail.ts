import type { Locale } from '@hanasu/contract/accounts';
import type { DisputeState } from '@hanasu/payments/spec/gateway';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Mail, MailContent } from '../../../platform/mail/mail.ts';
import type { PaymentRow } from '../payments.store.ts';
import * as store from './receipts.store.ts';

/** What happened to a payment. `amount` in the smallest unit. */
export type PaymentNews =
  | { readonly kind: 'paid' }
  | { readonly kind: 'refunded'; readonly amount: number }
  | { readonly kind: 'dispute'; readonly state: Exclude<DisputeState, 'none'> };

interface Words {
  readonly greeting: (name: string) => string;
  readonly subject: { readonly paid: string; readonly refunded: string; readonly dispute: Dispute };
  readonly paid: (facts: { readonly amount: string; readonly tokens: string }) => string;
  readonly refunded: (amount: string) => string;
  readonly dispute: Dispute;
  readonly test: string;
  readonly button: string;
  readonly receipt: string;
}
type Dispute = Readonly<Record<Exclude<DisputeState, 'none'>, string>>;

const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    subject: {
      paid: 'Payment received',
      refunded: 'Your payment was refunded',
      dispute: {
        open: 'A payment is disputed',
        won: 'The dispute of a payment was decided in your favor',
        lost: 'The dispute of a payment was upheld',
      },
    },
    paid: ({ amount, tokens }) =>
      `Thank you. We received your payment of ${amount}. ${tokens} tokens were added to your balance.`,
    refunded: (amount) =>
      `${amount} of your payment was refunded to your card, which can take a few days. The same share of the unused tokens was removed from your balance.`,
    dispute: {
      open: 'The cardholder disputes this payment at the bank. The unused tokens of the purchase are withheld until it is decided.',
      won: 'The dispute was decided, and the tokens of the purchase are back in your balance.',
      lost: 'The bank decided for the cardholder. The unused tokens of the purchase stay removed from your balance.',
    },
    test: 'This was a payment in test mode: no money was charged.',
    button: 'View payment',
    receipt: 'The receipt can be downloaded there as a PDF.',
  },
  ja: {
    greeting: (name) => `${name} 様`,
    subject: {
      paid: 'お支払いを確認しました',
      refunded: '返金のお知らせ',
      dispute: {
        open: 'お支払いに異議が申し立てられました',
        won: '異議申し立てが取り下げられました',
        lost: '異議申し立てが認められました',
      },
    },
    paid: ({ amount, tokens }) =>
      `お支払い（${amount}）を確認しました。ありがとうございます。${tokens}トークンを残高に追加しました。`,
    refunded: (amount) =>
      `お支払いのうち${amount}をカードに返金しました。返金の反映には数日かかることがあります。返金額に応じた未使用のトークンを残高から差し引きました。`,
    dispute: {
      open: 'カード名義人からこのお支払いに異議が申し立てられています。結果が出るまで、購入分のうち未使用のトークンはご利用いただけません。',
      won: '異議申し立てが取り下げられ、購入分のトークンを残高に戻しました。',
      lost: 'カード名義人の異議申し立てが認められました。購入分のうち未使用のトークンは、残高から差し引かれたままとなります。',
    },
    test: 'テストモードのお支払いのため、実際の請求は発生していません。',
    button: 'お支払いの内容を見る',
    receipt: '領収書（PDF）は、上のページからダウンロードできます。',
  },
  vi: {
    greeting: (name) => `Xin chào ${name},`,
    subject: {
      paid: 'Đã nhận được thanh toán',
      refunded: 'Thanh toán đã được hoàn tiền',
      dispute: {
        open: 'Có khiếu nại về một thanh toán',
        won: 'Khiếu nại về thanh toán đã được bác bỏ',
        lost: 'Khiếu nại về thanh toán đã được chấp nhận',
      },
    },
    paid: ({ amount, tokens }) =>
      `Cảm ơn bạn. Chúng tôi đã nhận được khoản thanh toán ${amount}. ${tokens} token đã được cộng vào số dư.`,
    refunded: (amount) =>
      `${amount} đã được hoàn về thẻ thanh toán của bạn, có thể mất vài ngày. Số token chưa dùng tương ứng đã bị trừ khỏi số dư.`,
    dispute: {
      open: 'Chủ thẻ thanh toán đã khiếu nại khoản thanh toán này với ngân hàng. Số token chưa dùng của lần mua này tạm thời bị giữ lại cho đến khi có kết quả.',
      won: 'Khiếu nại đã được giải quyết, số token của lần mua này đã được cộng lại vào số dư.',
      lost: 'Ngân hàng đã chấp nhận khiếu nại của chủ thẻ thanh toán. Số token chưa dùng của lần mua này không được cộng lại vào số dư.',
    },
    test: 'Đây là thanh toán ở chế độ kiểm thử: không có khoản tiền nào bị trừ.',
    button: 'Xem thanh toán',
    receipt: 'Bạn có thể tải biên lai (PDF) tại trang này.',
  },
};

const TAGS: Readonly<Record<Locale, string>> = { en: 'en-US', ja: 'ja-JP', vi: 'vi-VN' };

/** Writes an amount in the smallest unit: 1100 JPY is ￥1,100, and 799 USD is $7.99. */
export function writeAmount(locale: Locale, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(TAGS[locale], { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
}

/** Writes a number with the language's separators. */
export const writeNumber = (locale: Locale, number: number): string =>
  new Intl.NumberFormat(TAGS[locale]).format(number);

interface Dependencies {
  readonly mail: Mail;
  readonly publicUrl: string;
}

/** Writes to the owner of the account, and to the address of its billing details. */
export async function mailPaymentNews(
  { mail, publicUrl }: Dependencies,
  transaction: SystemTransaction,
  {
    row,
    news,
    hasReceipt,
  }: { readonly row: PaymentRow; readonly news: PaymentNews; readonly hasReceipt: boolean },
): Promise<void> {
  for (const { email, locale, name } of await store.findMailRecipients(transaction, row.accountId)) {
    const content = paymentMail({ locale, name, row, news, hasReceipt, publicUrl });
    await mail.write(transaction, { to: email, locale, content });
  }
}

interface MailFacts {
  readonly locale: Locale;
  readonly name: string;
  readonly row: Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'tokens' | 'isTest'>;
  readonly news: PaymentNews;
  /** A receipt or a note about it was issued. */
  readonly hasReceipt: boolean;
  readonly publicUrl: string;
}

export function paymentMail({ locale, name, row, news, hasReceipt, publicUrl }: MailFacts): MailContent {
  const words = WORDS[locale];
  const amount = writeAmount(locale, news.kind === 'refunded' ? news.amount : row.amount, row.currency);
  const tokens = writeNumber(locale, row.tokens);
  const subject = news.kind === 'dispute' ? words.subject.dispute[news.state] : words.subject[news.kind];
  const text =
    news.kind === 'paid'
      ? words.paid({ amount, tokens })
      : news.kind === 'refunded'
        ? words.refunded(amount)
        : words.dispute[news.state];
  return {
    subject: `${subject} (${amount})`,
    greeting: words.greeting(name),
    paragraphs: [text, ...(row.isTest ? [words.test] : [])],
    button: { label: words.button, url: `${publicUrl}/payment/success?payment=${row.id}` },
    ...(hasReceipt ? { note: words.receipt } : {}),
  };
}
