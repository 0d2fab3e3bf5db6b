import type { Locale } from '@hanasu/contract/accounts';
import type { ReceiptKind } from '@hanasu/contract/receipts';
import PDFDocument from 'pdfkit';
import { readFont } from '../../../platform/files/fonts.ts';
import { writeAmount, writeNumber } from './payment-mail.ts';
import { isQualifiedInvoice, type ReceiptEdition, type ReceiptFacts } from './receipt-facts.ts';

const FONTS = { regular: 'NotoSansJP-Regular', bold: 'NotoSansJP-Bold' } as const;
const read = new Map<keyof typeof FONTS, Promise<Buffer<ArrayBuffer>>>();

/** The font that receipts are written in. It is kept: the thread of receipts ends when none is drawn for a while. */
export function readReceiptFont(weight: keyof typeof FONTS): Promise<Buffer<ArrayBuffer>> {
  const known = read.get(weight);
  if (known) return known;
  const reading = readFont(FONTS[weight]);
  read.set(weight, reading);
  reading.catch(() => read.delete(weight));
  return reading;
}

/** In points, on A4. */
const PAGE = { left: 56, right: 539, top: 56, middle: 312 } as const;
const [INK, FAINT, RULE, ALERT] = ['#141922', '#4f5866', '#c3c9d1', '#a8321a'];

/** Sizes to try in turn: very long names and addresses are written smaller, so that they stay on the page. */
const SCALES = [1, 0.8, 0.65] as const;

/** Draws one page, in the language of the receipt. */
export async function drawReceipt(facts: ReceiptFacts, edition: ReceiptEdition): Promise<Uint8Array> {
  const [regular, bold] = await Promise.all([readReceiptFont('regular'), readReceiptFont('bold')]);
  let pdf = new Uint8Array();
  for (const scale of SCALES) {
    const drawn = await drawScaled({ facts, edition, scale }, { regular, bold });
    pdf = drawn.pdf;
    if (drawn.pages === 1) break;
  }
  return pdf;
}

interface Scaled {
  readonly facts: ReceiptFacts;
  readonly edition: ReceiptEdition;
  readonly scale: number;
}

async function drawScaled(
  { facts, edition, scale }: Scaled,
  { regular, bold }: Readonly<Record<keyof typeof FONTS, Buffer>>,
): Promise<{ readonly pdf: Uint8Array<ArrayBuffer>; readonly pages: number }> {
  const texts = RECEIPT_TEXTS[facts.locale];
  let pages = 1;
  const page = new PDFDocument({
    size: 'A4',
    margin: PAGE.top,
    lang: facts.locale,
    displayTitle: true,
    info: {
      Title: `${texts.title[facts.kind]} ${facts.number}`,
      Author: facts.seller.name,
      CreationDate: new Date(`${facts.issuedOn}T00:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  page.on('pageAdded', () => {
    pages += 1;
  });
  const ended = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject));
  page.registerFont('regular', regular).registerFont('bold', bold);
  const drawing: Drawing = { page, facts, texts, scale };
  const headEnd = drawHead(drawing, edition);
  const partiesEnd = drawParties(drawing, headEnd + 26);
  const totalEnd = drawTotal(drawing, partiesEnd + 26);
  const itemsEnd = drawItems(drawing, totalEnd + 22);
  drawFoot(drawing, edition, itemsEnd + 26);
  page.end();
  await ended;
  return { pdf: new Uint8Array(Buffer.concat(chunks)), pages };
}

interface Drawing {
  readonly page: PDFKit.PDFDocument;
  readonly facts: ReceiptFacts;
  readonly texts: ReceiptTexts;
  /** Of the texts. */
  readonly scale: number;
}

interface TextStyle {
  readonly size?: number;
  readonly weight?: keyof typeof FONTS;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** Writes a text with its top at `y`; returns its end. */
function write(
  { page, scale }: Drawing,
  { text, x, y }: { readonly text: string; readonly x: number; readonly y: number },
  { size = 9.5, weight = 'regular', color = INK, width = PAGE.right - x, align = 'left' }: TextStyle = {},
): number {
  page
    .font(weight)
    .fontSize(size * scale)
    .fillColor(color)
    .text(text, x, y, { width, align, lineGap: 1.5 });
  return page.y;
}

const rule = ({ page }: Drawing, y: number, color = RULE): void => {
  page.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.7).strokeColor(color).stroke();
};

function drawHead(drawing: Drawing, edition: ReceiptEdition): number {
  const { page, facts, texts } = drawing;
  const { kind, number, issuedOn, transactionOn, isTest } = facts;
  let y: number = PAGE.top;
  if (isTest)
    y = write(drawing, { text: texts.test, x: PAGE.left, y }, { weight: 'bold', color: ALERT }) + 10;
  let titleEnd = write(
    drawing,
    { text: texts.title[kind], x: PAGE.left, y },
    { size: 22, weight: 'bold', width: 300 },
  );
  if (isQualifiedInvoice(facts))
    titleEnd = write(drawing, { text: texts.qualified[kind], x: PAGE.left, y: titleEnd }, { color: FAINT });
  const mark = edition.kind === 'original' ? null : texts[edition.kind];
  if (mark !== null) {
    const width = page.font('bold').fontSize(10).widthOfString(mark) + 16;
    page
      .rect(PAGE.left, titleEnd + 6, width, 20)
      .lineWidth(1)
      .strokeColor(ALERT)
      .stroke();
    const style: TextStyle = { size: 10, weight: 'bold', color: ALERT, width, align: 'center' };
    write(drawing, { text: mark, x: PAGE.left, y: titleEnd + 9 }, style);
    titleEnd += 28;
  }
  const rows = [
    [texts.number, number],
    [texts.issuedOn, dateOf(facts, issuedOn)],
    [texts.transactionOn[kind], dateOf(facts, transactionOn)],
  ] as const;
  let rowY = y + 4;
  for (const [label, value] of rows) {
    write(drawing, { text: label, x: 340, y: rowY }, { color: FAINT, width: 84 });
    rowY = write(drawing, { text: value, x: 424, y: rowY }, { align: 'right' }) + 3;
  }
  return Math.max(titleEnd, rowY);
}

/** The buyer on the left, the seller on the right. */
function drawParties(drawing: Drawing, y: number): number {
  const { facts, texts } = drawing;
  const { buyer, seller } = facts;
  const column = (x: number, { label, name, lines }: Party): number => {
    const width = (x === PAGE.left ? PAGE.middle - 24 : PAGE.right) - x;
    let end = write(drawing, { text: label, x, y }, { size: 8, color: FAINT, width }) + 2;
    end = write(drawing, { text: name, x, y: end }, { size: 12, weight: 'bold', width }) + 3;
    for (const line of lines) if (line) end = write(drawing, { text: line, x, y: end }, { width });
    return end;
  };
  const buyerEnd = column(PAGE.left, {
    label: texts.buyer,
    name: texts.addressee(buyer.name, buyer.isCompany),
    lines: [
      buyer.department,
      buyer.address,
      buyer.taxNumber && labelled(facts, texts.taxNumber, buyer.taxNumber),
    ],
  });
  const sellerEnd = column(PAGE.middle, {
    label: texts.seller,
    name: seller.name,
    lines: [
      seller.address,
      seller.contact,
      isQualifiedInvoice(facts) && labelled(facts, texts.registrationNumber, seller.registrationNumber ?? ''),
    ],
  });
  return Math.max(buyerEnd, sellerEnd);
}

interface Party {
  readonly label: string;
  readonly name: string;
  readonly lines: readonly (string | null | false)[];
}

function drawTotal(drawing: Drawing, y: number): number {
  const { facts, texts } = drawing;
  rule(drawing, y, INK);
  const style: TextStyle = { size: 12, weight: 'bold', width: 220 };
  write(drawing, { text: texts.total[facts.kind], x: PAGE.left, y: y + 14 }, style);
  const amount = { text: amountOf(facts, facts.amount), x: 290, y: y + 8 };
  const end = write(drawing, amount, { size: 18, weight: 'bold', align: 'right' }) + 6;
  rule(drawing, end, INK);
  return write(drawing, { text: texts.statement[facts.kind], x: PAGE.left, y: end + 8 }, { color: FAINT });
}

const COLUMNS = [
  { x: PAGE.left, width: 230, align: 'left' },
  { x: 286, width: 60, align: 'right' },
  { x: 346, width: 60, align: 'right' },
  { x: 406, width: PAGE.right - 406, align: 'right' },
] as const;

/** What was bought, and the sum of its only tax rate. */
function drawItems(drawing: Drawing, y: number): number {
  const { facts, texts } = drawing;
  const { columns } = texts;
  const isTaxed = facts.taxRate > 0;
  const rate = isTaxed ? `${facts.taxRate}%` : '–';
  const row = (cells: readonly string[], top: number, style: TextStyle): number =>
    Math.max(
      ...cells.map((text, index) => {
        const { x, width, align } = COLUMNS[index] ?? COLUMNS[3];
        return write(drawing, { text, x, y: top }, { ...style, width, align });
      }),
    );
  const heads = [columns.item, columns.quantity, columns.rate, isTaxed ? columns.amount : columns.untaxed];
  const headEnd = row(heads, y, { size: 8, color: FAINT }) + 4;
  rule(drawing, headEnd);
  const item = texts.item(writeNumber(facts.locale, facts.tokens));
  const amount = amountOf(facts, facts.amount);
  const itemEnd = row([item, '1', rate, amount], headEnd + 6, {}) + 6;
  rule(drawing, itemEnd);
  if (!isTaxed) return itemEnd;
  const sum = (label: string, value: number, top: number): number => {
    write(
      drawing,
      { text: label, x: PAGE.left, y: top },
      { align: 'right', width: 406 - PAGE.left, color: FAINT },
    );
    return write(drawing, { text: amountOf(facts, value), x: 406, y: top }, { align: 'right' }) + 3;
  };
  return sum(texts.taxOf(rate, facts.currency), facts.tax, sum(texts.taxed(rate), facts.amount, itemEnd + 8));
}

function drawFoot(drawing: Drawing, edition: ReceiptEdition, y: number): void {
  const { facts, texts } = drawing;
  const { card, paymentId, about, kind, currency, locale } = facts;
  const lines = [
    edition.kind === 'void' && texts.replacedBy(edition.replacedBy),
    about !== null && texts.about(kind, about.number),
    about !== null &&
      kind === 'refund' &&
      labelled(facts, texts.originalOn, dateOf(facts, about.transactionOn)),
    card !== null && labelled(facts, texts.card, `${card.brand} **** ${card.last4}`),
    labelled(facts, texts.payment, paymentId),
    (currency === 'VND' || locale === 'vi') && texts.noVatInvoice,
  ];
  let end = y;
  for (const text of lines)
    if (text) end = write(drawing, { text, x: PAGE.left, y: end }, { size: 8.5, color: FAINT }) + 3;
}

const amountOf = ({ locale, currency }: ReceiptFacts, amount: number): string =>
  writeAmount(locale, amount, currency);

const labelled = ({ locale }: ReceiptFacts, label: string, value: string): string =>
  `${label}${locale === 'ja' ? '：' : ': '}${value}`;

/** A date without a time has no zone any more. */
const dateOf = ({ locale }: ReceiptFacts, day: string): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const EN = {
  title: { receipt: 'Receipt', refund: 'Refund note' },
  qualified: { receipt: 'Qualified invoice (Japan)', refund: 'Qualified return invoice (Japan)' },
  reissued: 'Reissued',
  void: 'Void',
  replacedBy: (number: string) => `This receipt is not valid any more. It was replaced by ${number}.`,
  originalOn: 'Date of the original payment',
  test: 'TEST MODE: NO MONEY WAS CHARGED',
  number: 'Number',
  issuedOn: 'Issued',
  transactionOn: { receipt: 'Paid', refund: 'Refunded' },
  registrationNumber: 'Registration number',
  taxNumber: 'Tax number',
  addressee: (name: string, _isCompany: boolean) => name,
  buyer: 'To',
  seller: 'From',
  total: { receipt: 'Total paid', refund: 'Total refunded' },
  statement: {
    receipt: 'Received with thanks for the items below.',
    refund: 'Refunded for the items below.',
  },
  columns: {
    item: 'Item',
    quantity: 'Quantity',
    rate: 'Tax rate',
    amount: 'Amount (tax included)',
    untaxed: 'Amount',
  },
  item: (tokens: string) => `${tokens} tokens`,
  taxed: (rate: string) => `Total at ${rate} (tax included)`,
  taxOf: (rate: string, _currency: string) => `of which tax at ${rate}`,
  card: 'Card',
  payment: 'Payment ID',
  about: (kind: ReceiptKind, number: string) =>
    kind === 'receipt' ? `Replaces receipt ${number}, which is no longer valid.` : `For receipt ${number}.`,
  noVatInvoice: 'This receipt is not a VAT invoice under Vietnamese law (hóa đơn GTGT).',
};
type ReceiptTexts = typeof EN;

const RECEIPT_TEXTS: Readonly<Record<Locale, ReceiptTexts>> = {
  en: EN,
  ja: {
    title: { receipt: '領収書', refund: '返金明細書' },
    qualified: { receipt: '適格請求書', refund: '適格返還請求書' },
    reissued: '再発行',
    void: '無効',
    replacedBy: (number) => `この領収書は無効です。${number} に差し替えられました。`,
    originalOn: '元の取引年月日',
    test: 'テストモード（実際の請求は発生していません）',
    number: '番号',
    issuedOn: '発行日',
    transactionOn: { receipt: '取引年月日', refund: '返金日' },
    registrationNumber: '登録番号',
    taxNumber: '宛先の税番号',
    addressee: (name, isCompany) => `${name} ${isCompany ? '御中' : '様'}`,
    buyer: '宛先',
    seller: '発行者',
    total: { receipt: '領収金額', refund: '返金額' },
    statement: {
      receipt: '下記のとおり領収いたしました。',
      refund: '下記のとおり返金いたしました。',
    },
    columns: { item: '品目', quantity: '数量', rate: '税率', amount: '金額（税込）', untaxed: '金額' },
    item: (tokens) => `トークン（${tokens}）`,
    taxed: (rate) => `${rate}対象（税込）`,
    taxOf: (rate, currency) => `うち${currency === 'VND' ? '付加価値税' : '消費税'}（${rate}）`,
    card: 'カード',
    payment: '支払い番号',
    about: (kind, number) =>
      kind === 'receipt'
        ? `領収書 ${number} の訂正版です。${number} は無効となります。`
        : `対象の領収書：${number}`,
    noVatInvoice: '本領収書は、ベトナムの付加価値税インボイス（hóa đơn GTGT）ではありません。',
  },
  vi: {
    title: { receipt: 'Biên lai thanh toán', refund: 'Phiếu hoàn tiền' },
    qualified: {
      receipt: 'Hóa đơn đủ điều kiện khấu trừ (Nhật)',
      refund: 'Hóa đơn hoàn tiền đủ điều kiện khấu trừ (Nhật)',
    },
    reissued: 'Bản cấp lại',
    void: 'Không còn hiệu lực',
    replacedBy: (number) => `Biên lai này không còn hiệu lực, đã được thay bằng ${number}.`,
    originalOn: 'Ngày thanh toán ban đầu',
    test: 'CHẾ ĐỘ KIỂM THỬ: KHÔNG CÓ KHOẢN TIỀN NÀO BỊ TRỪ',
    number: 'Số',
    issuedOn: 'Ngày phát hành',
    transactionOn: { receipt: 'Ngày thanh toán', refund: 'Ngày hoàn tiền' },
    registrationNumber: 'Số đăng ký',
    taxNumber: 'Mã số thuế',
    addressee: (name) => name,
    buyer: 'Bên mua',
    seller: 'Bên bán',
    total: { receipt: 'Tổng tiền đã thanh toán', refund: 'Tổng tiền đã hoàn' },
    statement: {
      receipt: 'Đã nhận khoản thanh toán cho nội dung dưới đây.',
      refund: 'Đã hoàn tiền cho nội dung dưới đây.',
    },
    columns: {
      item: 'Nội dung',
      quantity: 'Số lượng',
      rate: 'Thuế suất',
      amount: 'Thành tiền (gồm thuế)',
      untaxed: 'Thành tiền',
    },
    item: (tokens) => `${tokens} token`,
    taxed: (rate) => `Tổng tiền chịu thuế suất ${rate} (đã gồm thuế)`,
    taxOf: (rate) => `Trong đó tiền thuế (${rate})`,
    card: 'Thẻ thanh toán',
    payment: 'Mã thanh toán',
    about: (kind, number) =>
      kind === 'receipt'
        ? `Thay thế biên lai ${number}, biên lai đó không còn hiệu lực.`
        : `Cho biên lai ${number}.`,
    noVatInvoice: 'Biên lai này không phải hóa đơn GTGT.',
  },
};
