import type { Locale } from '@hanasu/contract/accounts';
import type { PaymentCurrency } from '@hanasu/contract/payments';
import { writeMoney } from '@hanasu/contract/write-money';
import type { DisputeState } from '@hanasu/payments/spec/gateway';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Mail, MailContent } from '../../../platform/mail/mail.ts';
import type { PaymentRow } from '../payments.store.ts';
import * as store from './receipts.store.ts';

/** What happened to a payment. `amount` in the smallest unit. */
export type PaymentChange =
  | { readonly kind: 'paid' }
  | { readonly kind: 'refunded'; readonly amount: number }
  | { readonly kind: 'dispute'; readonly state: Exclude<DisputeState, 'none'> };

interface Texts {
  readonly greeting: (name: string, isCompany: boolean) => string;
  readonly subject: { readonly paid: string; readonly refunded: string; readonly dispute: Dispute };
  readonly paid: (facts: { readonly amount: string; readonly tokens: string }) => string;
  readonly refunded: (amount: string) => string;
  readonly dispute: Dispute;
  readonly test: string;
  readonly button: string;
  readonly document: Readonly<Record<'paid' | 'refunded', string>>;
  /** For the address of the billing details, whose holder may not be able to sign in. */
  readonly askOwner: string;
}
type Dispute = Readonly<Record<Exclude<DisputeState, 'none'>, string>>;

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    subject: {
      paid: 'Payment received',
      refunded: 'Your payment was refunded',
      dispute: {
        open: 'A payment is disputed',
        won: 'The dispute of a payment was rejected',
        lost: 'The dispute of a payment was upheld',
      },
    },
    paid: ({ amount, tokens }) =>
      `Thank you. We received your payment of ${amount}. ${tokens} tokens were added to your balance.`,
    refunded: (amount) =>
      `${amount} of your payment was refunded to your card, which can take a few days. Up to the same share of the tokens of this purchase was removed from the unused ones.`,
    dispute: {
      open: 'The cardholder disputes this payment at the bank. The unused tokens of the purchase are withheld until it is decided.',
      won: 'The dispute was rejected and the payment stands. The tokens that were withheld can be used again.',
      lost: 'The bank decided for the cardholder. The unused tokens of the purchase stay removed from your balance.',
    },
    test: 'This was a payment in test mode: no money was charged.',
    button: 'View payment',
    document: {
      paid: 'The receipt can be downloaded there as a PDF.',
      refunded: 'The refund note can be downloaded there as a PDF.',
    },
    askOwner: 'The owner of the account can download the receipt (PDF) in Hanasu.',
  },
  ja: {
    greeting: (name, isCompany) => `${name} ${isCompany ? '御中' : '様'}`,
    subject: {
      paid: 'お支払いを確認しました',
      refunded: '返金のお知らせ',
      dispute: {
        open: 'お支払いに異議が申し立てられました',
        won: '異議申し立ては認められませんでした',
        lost: '異議申し立てが認められました',
      },
    },
    paid: ({ amount, tokens }) =>
      `お支払い（${amount}）を確認しました。ありがとうございます。${tokens}トークンを残高に追加しました。`,
    refunded: (amount) =>
      `お支払いのうち${amount}をカードに返金しました。返金の反映には数日かかることがあります。返金額の割合に応じて、この購入分の未使用トークンを残高から差し引きました。`,
    dispute: {
      open: 'カード名義人からこのお支払いに異議が申し立てられています。結果が出るまで、購入分のうち未使用のトークンはご利用いただけません。',
      won: '異議申し立ては認められず、お支払いは有効です。保留していたトークンは再びご利用いただけます。',
      lost: 'カード名義人の異議申し立てが認められました。購入分のうち未使用のトークンは、残高から差し引かれたままとなります。',
    },
    test: 'テストモードのお支払いのため、実際の請求は発生していません。',
    button: 'お支払いの内容を見る',
    document: {
      paid: '領収書（PDF）は、上のボタンからダウンロードできます。',
      refunded: '返金明細書（PDF）は、上のボタンからダウンロードできます。',
    },
    askOwner: '領収書などのPDFは、アカウントのオーナーがHanasuからダウンロードできます。',
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
      `${amount} đã được hoàn về thẻ thanh toán của bạn, có thể mất vài ngày. Số token chưa dùng của lần mua này đã bị trừ theo tỷ lệ hoàn tiền.`,
    dispute: {
      open: 'Chủ thẻ thanh toán đã khiếu nại khoản thanh toán này với ngân hàng. Số token chưa dùng của lần mua này tạm thời bị giữ lại cho đến khi có kết quả.',
      won: 'Khiếu nại đã bị bác bỏ, thanh toán vẫn có hiệu lực. Số token bị giữ lại có thể dùng trở lại.',
      lost: 'Ngân hàng đã chấp nhận khiếu nại của chủ thẻ thanh toán. Số token chưa dùng của lần mua này không được cộng lại vào số dư.',
    },
    test: 'Đây là thanh toán ở chế độ kiểm thử: không có khoản tiền nào bị trừ.',
    button: 'Xem thanh toán',
    document: {
      paid: 'Bạn có thể tải biên lai (PDF) qua nút ở trên.',
      refunded: 'Bạn có thể tải phiếu hoàn tiền (PDF) qua nút ở trên.',
    },
    askOwner: 'Chủ sở hữu tài khoản có thể tải biên lai (PDF) trong Hanasu.',
  },
};

const TAGS: Readonly<Record<Locale, string>> = { en: 'en-US', ja: 'ja-JP', vi: 'vi-VN' };

/** Writes an amount in the smallest unit of its currency. */
export const writeAmount = (locale: Locale, amount: number, currency: PaymentCurrency): string =>
  writeMoney(TAGS[locale], amount, currency);

/** Writes a number with the language's separators. */
export const writeNumber = (locale: Locale, number: number): string =>
  new Intl.NumberFormat(TAGS[locale]).format(number);

interface Dependencies {
  readonly mail: Mail;
  readonly publicUrl: string;
}

/** Writes to the owner of the account, and to the address of its billing details. */
export async function mailPaymentChange(
  { mail, publicUrl }: Dependencies,
  transaction: SystemTransaction,
  facts: Pick<MailFacts, 'change' | 'hasReceipt'> & { readonly row: PaymentRow },
): Promise<void> {
  for (const recipient of await store.findMailRecipients(transaction, facts.row.accountId)) {
    const { email: to, locale } = recipient;
    await mail.write(transaction, { to, locale, content: paymentMail({ ...facts, recipient, publicUrl }) });
  }
}

interface MailFacts {
  readonly recipient: Omit<store.MailRecipient, 'email'>;
  readonly row: Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'tokens' | 'isTest'>;
  readonly change: PaymentChange;
  /** A receipt or a note about it was issued. */
  readonly hasReceipt: boolean;
  readonly publicUrl: string;
}

export function paymentMail({ recipient, row, change, hasReceipt, publicUrl }: MailFacts): MailContent {
  const { locale, name, isOwner, isCompany } = recipient;
  const texts = TEXTS[locale];
  const amount = writeAmount(locale, change.kind === 'refunded' ? change.amount : row.amount, row.currency);
  const tokens = writeNumber(locale, row.tokens);
  const subject =
    change.kind === 'dispute' ? texts.subject.dispute[change.state] : texts.subject[change.kind];
  const text =
    change.kind === 'paid'
      ? texts.paid({ amount, tokens })
      : change.kind === 'refunded'
        ? texts.refunded(amount)
        : texts.dispute[change.state];
  const document = hasReceipt && change.kind !== 'dispute' ? texts.document[change.kind] : null;
  const button = { label: texts.button, url: `${publicUrl}/payment/success?payment=${row.id}` };
  return {
    subject: locale === 'ja' ? `${subject}（${amount}）` : `${subject} (${amount})`,
    greeting: texts.greeting(name, isCompany),
    paragraphs: [
      text,
      ...(row.isTest ? [texts.test] : []),
      ...(document !== null && !isOwner ? [texts.askOwner] : []),
    ],
    ...(isOwner ? { button } : {}),
    ...(document !== null && isOwner ? { note: document } : {}),
  };
}
