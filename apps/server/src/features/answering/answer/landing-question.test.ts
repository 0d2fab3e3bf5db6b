import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { createKnowledge, DocumentView, getDocument } from '@hanasu/contract/knowledge';
import { buildDocx, docxParagraph, docxTable } from '@hanasu/retrieval/extract/testing/office-builder';
import { buildPdf, type PdfLine } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventually,
  formOf,
  type SignedIn,
  shareTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

type Table = readonly (readonly string[])[];

/** What a shop hands over: its hours and, right below, its prices; two tables on one page. */
const SHOPS = {
  ja: {
    hours: [
      ['曜日', '受付時間', '閉店'],
      ['月・水・木・金', '10:00〜18:30', '20:00'],
      ['土・日・祝', '9:00〜17:30', '19:00'],
      ['火曜日', '定休日', ''],
    ],
    prices: [
      ['メニュー', '料金', '所要時間'],
      ['カット（シャンプー・ブロー込み）', '5,500円', '約60分'],
      ['パーマ', '9,900円から', '約120分'],
      ['カラー', '7,700円', '約90分'],
    ],
    headings: ['営業時間', '料金表'],
    asks: '土曜は何時までやっていますか？',
    saturday: '17:30',
    price: ['カットはいくらですか？', '5,500円'],
    week: ['営業時間を教えてください', '10:00', '9:00', '定休日'],
  },
  vi: {
    hours: [
      ['Ngày', 'Giờ mở cửa', 'Giờ đóng cửa'],
      ['Thứ Hai – Thứ Sáu', '9:00', '21:00'],
      ['Thứ Bảy', '9:30', '17:15'],
      ['Chủ Nhật', 'Nghỉ', ''],
    ],
    prices: [
      ['Món', 'Giá', 'Ghi chú'],
      ['Bún bò Huế', '55.000 đ', 'thêm giò 15.000 đ'],
      ['Nem lụi', '60.000 đ', 'một phần năm xiên'],
      ['Bánh khoái', '50.000 đ', ''],
    ],
    headings: ['Giờ mở cửa', 'Bảng giá'],
    asks: 'Thứ Bảy quán mở đến mấy giờ ạ?',
    saturday: '17:15',
    price: ['Bún bò Huế giá bao nhiêu?', '55.000 đ'],
    week: ['Giờ mở cửa của quán thế nào ạ?', '9:00', '9:30', 'Nghỉ'],
  },
  en: {
    hours: [
      ['Day', 'Opens', 'Closes'],
      ['Monday – Friday', '9:00', '19:00'],
      ['Saturday', '9:30', '17:15'],
      ['Sunday', 'closed', ''],
    ],
    prices: [
      ['Service', 'Price', 'Duration'],
      ['Haircut', '$40', '60 minutes'],
      ['Perm', '$90', '120 minutes'],
      ['Colouring', '$70', '90 minutes'],
    ],
    headings: ['Opening hours', 'Price list'],
    asks: 'How late are you open on Saturday?',
    saturday: '17:15',
    price: ['How much is a haircut?', '$40'],
    week: ['What are your opening hours?', '9:00', '9:30', 'closed'],
  },
} as const;
type Language = keyof typeof SHOPS;
const LANGUAGES = ['ja', 'vi', 'en'] as const satisfies readonly Language[];

const PLACES = [56, 260, 400];
/** One line below the other, cells side by side. */
const pdfRows = (table: Table): PdfLine[] =>
  table.flatMap((cells) =>
    cells.flatMap((text, index) =>
      text === '' ? [] : [{ text, x: PLACES[index] ?? 0, above: index === 0 ? 0 : -16.5 }],
    ),
  );
const markdownTable = ([head = [], ...rows]: Table): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const FORMATS = {
  pdf: ({ headings: [hours, prices], ...shop }) =>
    buildPdf({
      pages: [
        [
          { text: hours, size: 16 },
          ...pdfRows(shop.hours),
          { text: prices, size: 16, above: 16 },
          ...pdfRows(shop.prices),
        ],
      ],
    }),
  docx: ({ headings: [hours, prices], ...shop }) =>
    buildDocx({
      body: [docxParagraph(hours), docxTable(shop.hours), docxParagraph(prices), docxTable(shop.prices)].join(
        '',
      ),
    }),
  md: ({ headings: [hours, prices], ...shop }) =>
    new TextEncoder().encode(
      `# ${hours}\n\n${markdownTable(shop.hours)}\n\n# ${prices}\n\n${markdownTable(shop.prices)}\n`,
    ),
} satisfies Record<string, (shop: (typeof SHOPS)[Language]) => Uint8Array>;
const KINDS = ['pdf', 'docx', 'md'] as const satisfies readonly (keyof typeof FORMATS)[];

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
});
afterAll(() => server.stop());

async function botWith(language: Language, kind: (typeof KINDS)[number]) {
  const { uuid } = await person.call(createKnowledge, { body: { name: `${kind} ${language}` } });
  const sent = await person.raw('POST', `/api/user/knowledge/${uuid}/document`, {
    body: formOf('file', FORMATS[kind](SHOPS[language]), `shop.${kind}`),
  });
  const { uuid: document } = DocumentView.parse(sent.body);
  await eventually('the document is read', async () => {
    const view = await person.call(getDocument, { params: { uuid, document } });
    return view.status === 'ready';
  });
  const body = { name: 'Front desk', serviceUuid: 'builtin-extractive', knowledgeUuids: [uuid] };
  return person.call(createBot, { body });
}

/** A price that stands right behind the name of a time. */
const MISLABELLED = /(?:受付時間|閉店|giờ (?:mở|đóng) cửa|opens|closes)[\s:：]*(?:\$\d|[\d.,]+ ?(?:円|đ))/i;

describe.each(LANGUAGES)('the question of the landing page in %s', (language) => {
  test('is the one that is asked here', () => {
    const words = resolve(
      import.meta.dirname,
      '../../../../../web/src/features/home/words',
      `${language}.ts`,
    );
    expect(readFileSync(words, 'utf8')).toContain(`ask: '${SHOPS[language].asks}'`);
  });

  test.each(KINDS)('has its answer from a %s with two tables, and prices are no times', async (kind) => {
    const { asks, saturday, price, week } = SHOPS[language];
    const bot = await botWith(language, kind);
    const ask = (message: string) => person.call(chat, { body: { botUuid: bot.uuid, message } });
    const answer = await ask(asks);
    expect(answer.outcome).toBe('answered');
    expect(answer.message.text).toContain(saturday);
    const [question, expected] = price;
    const { text } = (await ask(question)).message;
    expect(text).toContain(expected);
    expect(text).not.toMatch(MISLABELLED);
    // Who asks for the hours of the week gets every row.
    const [wholeWeek, ...rows] = week;
    const { text: hours } = (await ask(wholeWeek)).message;
    for (const row of rows) expect(hours).toContain(row);
  });
});
