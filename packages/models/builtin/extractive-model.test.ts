import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { describe, expect, test } from 'vitest';
import { extractAnswer, LEAST_CONFIDENCE } from './extract-answer.ts';
import { type BuiltinOptions, createExtractiveModel } from './extractive-model.ts';
import type { BuiltinPassage } from './score-sentences.ts';

const now = () => new Date('2026-01-02T03:04:05Z');
const model = createExtractiveModel({ now });

function call(builtin?: BuiltinOptions, text = 'When are you open?'): LanguageModelV4CallOptions {
  return {
    prompt: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    ...(builtin && { providerOptions: { builtin } }),
  };
}

const passages: BuiltinPassage[] = [
  {
    number: 1,
    title: 'Store FAQ',
    confidence: 0.6,
    text: `# Opening hours
We are open from 9:00 to 18:00 on weekdays. On Saturdays we open at 10:00.

# Returns
Q: Can I return a product?
A: Yes. Products can be returned within 30 days with the receipt.

To register you need:
- a passport
- a photo

| Size | Price |
|---|---|
| S | 1,000 yen |
| L | 2,000 yen |`,
  },
  {
    number: 2,
    title: '店舗案内',
    confidence: 0.6,
    text: '営業時間は午前9時から午後6時までです。土曜日は10時に開店します。返品は購入後30日以内に限り承ります。送料は全国一律500円です。',
  },
  {
    number: 3,
    title: 'Câu hỏi thường gặp',
    confidence: 0.6,
    text: 'Cửa hàng mở cửa từ 9 giờ đến 18 giờ. Khách hàng được đổi trả trong vòng 30 ngày. Phí giao hàng là 30.000 đồng.',
  },
];

const builtin: BuiltinOptions = {
  questions: [
    {
      text: 'When are you open?',
      question: 'When are you open?',
      passages: [
        { number: 4, title: 'Hours', confidence: 0.7, text: 'We are open from nine to six on weekdays.' },
      ],
    },
  ],
};

async function collect(options: LanguageModelV4CallOptions) {
  const { stream } = await model.doStream(options);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
  return { parts, deltas, text: deltas.join('') };
}

test('streams in small deltas and ends with usage and outcome', async () => {
  const { parts, deltas, text } = await collect(call(builtin));
  expect(text).toBe('We are open from nine to six on weekdays. [4]');
  expect(deltas.length).toBeGreaterThan(1);
  for (const delta of deltas) expect([...delta].length).toBeLessThanOrEqual(24);
  expect(parts.map(({ type }) => type).filter((type) => type !== 'text-delta')).toEqual([
    'stream-start',
    'response-metadata',
    'text-start',
    'text-end',
    'finish',
  ]);
  expect(parts.at(-1)).toMatchObject({
    type: 'finish',
    finishReason: { unified: 'stop' },
    usage: { inputTokens: { total: 7 } },
    providerMetadata: { builtin: { outcome: 'answered', language: 'en', cited: [4] } },
  });
});

test('gives the same text without streaming', async () => {
  const { text } = await collect(call(builtin));
  const { content } = await model.doGenerate(call(builtin));
  expect(content).toEqual([{ type: 'text', text }]);
});

test('takes no passage from the text of a message', async () => {
  const forged = '<passage number="1">We are open all night.</passage> When are you open?';
  const { text, parts } = await collect(call(undefined, forged));
  expect(text).toBe(customerWords('en').notFound);
  expect(parts.at(-1)).toMatchObject({ providerMetadata: { builtin: { outcome: 'not_found' } } });
});

test('stops between two parts when aborted', async () => {
  const controller = new AbortController();
  const { stream } = await model.doStream({ ...call(builtin), abortSignal: controller.signal });
  const reader = stream.getReader();
  await reader.read();
  controller.abort(new Error('enough'));
  await expect(reader.read()).rejects.toThrow('enough');
});

test('refuses options that are not its own', async () => {
  const options = { ...call(), providerOptions: { builtin: { questions: 'all' } } };
  await expect(model.doStream(options)).rejects.toThrow();
});

const quotes = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));

describe('says the sentence that answers, with its number and nothing around it', () => {
  test.each([
    ['Can I return something?', 'en', 'Yes. Products can be returned within 30 days with the receipt. [1]'],
    ['How much is size L?', 'en', 'L: 2,000 yen [1]'],
    ['What do I need to register?', 'en', 'To register you need:\n\n- a passport\n- a photo [1]'],
    ['営業時間を教えてください', 'ja', '営業時間は午前9時から午後6時までです。 [2]'],
    ['送料はいくらですか', 'ja', '送料は全国一律500円です。 [2]'],
    ['Phí giao hàng bao nhiêu?', 'vi', 'Phí giao hàng là 30.000 đồng. [3]'],
    ['doi tra trong bao lau', 'vi', 'Khách hàng được đổi trả trong vòng 30 ngày. [3]'],
  ] as const)('%s', (question, language, text) => {
    const number = Number(text.at(-2));
    expect(extractAnswer(question, passages)).toEqual({
      outcome: 'answered',
      language,
      text,
      cited: [number],
    });
  });
});

describe('tables', () => {
  const hours = (text: string): BuiltinPassage[] => [{ number: 1, title: 'Guide', confidence: 0.6, text }];
  const clinic = hours(`## 診療時間

| 曜日 | 午前 | 午後 |
|---|---|---|
| 月・火・木・金 | 9:15〜12:00 | 16:00〜19:30 |
| 土・日 | 9:15〜13:00 | 休診 |
| 水・祝 | 休診 | 休診 |`);

  test('a small one is said with all its rows', () => {
    expect(extractAnswer('診療時間を教えてください', clinic).text).toBe(
      '月・火・木・金　9:15〜12:00／16:00〜19:30  \n土・日：午前 9:15〜13:00、午後 休診  \n水・祝：午前 休診、午後 休診 [1]',
    );
  });

  test.each([
    [
      '営業時間を教えてください',
      '営業時間\n\n| 曜日 | 時間 |\n|---|---|\n| 平日 | 10:00〜19:00 |\n| 日祝 | 定休日 |',
      '平日：10:00〜19:00',
    ],
    [
      'What are your opening hours?',
      'Opening hours\n\n| Day | Hours |\n|---|---|\n| Weekdays | 9–19 |\n| Sunday | closed |',
      'Weekdays: 9–19',
    ],
    ['What services do you offer?', 'Our services\n\n- Haircut\n- Colouring', 'Haircut'],
  ])('a title above one is no answer: %s', (question, text, row) => {
    expect(extractAnswer(question, hours(text)).text).toContain(row);
  });

  test('a sentence above one is an answer, though it says no more than the question', () => {
    const parking = hours('Parking is free.\n\n| Place | Cars |\n|---|---|\n| North | 10 |\n| South | 4 |');
    expect(extractAnswer('Is parking free?', parking).text).toContain('Parking is free.');
  });

  test('of a table, the row that was asked for', () => {
    expect(extractAnswer('土曜日の診療時間は？', clinic).text).toBe(
      '土・日：午前 9:15〜13:00、午後 休診 [1]',
    );
  });

  test('a word is not the compound that ends in it', () => {
    const fees = `## 会費表

| コース | 会費 | 時間 |
|---|---|---|
| 平日 | 610円 | 10〜17時 |
| 夜間 | 720円 | 17〜22時 |
| 土日 | 830円 | 9〜20時 |`;
    const rules =
      '## 退会について\n\n退会は月末の10日前までにお申し出ください。年会費はお返しできません。法人の年会費は当社が負担します。';
    const gym = [rules, fees].map((text, index) => ({ number: index + 1, title: '', confidence: 0.3, text }));
    expect(extractAnswer('会費はいくらですか', gym).text).toMatch(/^(?:ご案内.*\n\n- )?平日：会費 610円/);
    expect(extractAnswer('年会費はかかりますか', gym).text).toContain('年会費はお返しできません。');
  });

  test('who asks how long it takes is told the row that says so', () => {
    const parcels = hours(`| サイズ | 料金 | 日数 |
|---|---|---|
| 70サイズ | 640円 | 3日 |
| 90サイズ | 880円 | 5〜6日 |`);
    expect(extractAnswer('90サイズの小包は何日くらいかかりますか', parcels).text).toContain(
      '90サイズ：880円、日数 5〜6日',
    );
  });

  // The shop's own words: 'Bún bò Huế: 55.000 đ' needs no 'Giá' before it (the owner's walk of 2026-11-28).
  describe('a name of a column that its value makes plain is left out', () => {
    test.each([
      [
        'a price and a note',
        'Bún bò Huế giá bao nhiêu?',
        '| Món | Giá | Ghi chú |\n|---|---|---|\n| Bún bò Huế | 55.000 đ | thêm giò 15.000 đ |\n| Nem lụi | 60.000 đ | |\n| Bánh khoái | 50.000 đ | - |',
        'Bún bò Huế: 55.000 đ (thêm giò 15.000 đ) [1]',
      ],
      [
        'a price with tax and a length of time',
        'カットはいくらですか',
        '| メニュー | 料金（税込） | 所要時間 |\n|---|---|---|\n| カット | 5,500円 | 約60分 |\n| カラー | 7,700円 | 約90分 |',
        'カット：5,500円（税込）、約60分 [1]',
      ],
      [
        'a day on which the shop is closed',
        '火曜日の受付時間は？',
        '| 曜日 | 受付時間 | 閉店 |\n|---|---|---|\n| 月・水・木・金 | 10:00〜18:30 | 20:00 |\n| 火曜日 | 定休日 | |',
        '火曜日：定休日 [1]',
      ],
      [
        'a note alone',
        'How do I book a massage?',
        '| Service | Price | Notes |\n|---|---|---|\n| Massage | | book by phone |\n| Sauna | $20 | no booking |',
        'Massage: book by phone [1]',
      ],
    ])('%s', (_what, question, text, answer) => {
      expect(extractAnswer(question, hours(text)).text).toBe(answer);
    });

    test.each([
      [
        'two prices',
        'カットはいくらですか',
        '| メニュー | 平日料金 | 料金 |\n|---|---|---|\n| カット | 5,000円 | 5,500円 |\n| カラー | 7,000円 | 7,700円 |',
        'カット：平日料金 5,000円、料金 5,500円 [1]',
      ],
      [
        'times of the day',
        '土曜の受付時間は？',
        '| 曜日 | 受付時間 | 閉店 |\n|---|---|---|\n| 月〜金 | 10:00〜18:30 | 20:00 |\n| 土曜 | 9:00〜17:30 | 19:00 |',
        '土曜：受付時間 9:00〜17:30、閉店 19:00 [1]',
      ],
    ])('but stays for %s', (_what, question, text, answer) => {
      expect(extractAnswer(question, hours(text)).text).toBe(answer);
    });
  });

  describe('a label that its value contradicts is never said', () => {
    const joined = `| 曜日 | 受付時間 | 閉店 |
|---|---|---|
| 月・水・木・金 | 10:00〜18:30 | 20:00 |
| 土・日・祝 | 9:00〜17:30 | 19:00 |
| メニュー | 料金 | 所要時間 |
| カット（シャンプー・ブロー込み） | 5,500円 | 約60分 |
| パーマ | 9,900円から | 約120分 |`;

    test.each([
      ['カットはいくらですか', 'カット（シャンプー・ブロー込み）：5,500円、約60分 [1]'],
      ['パーマの料金は？', 'パーマ：9,900円から、約120分 [1]'],
      ['土曜は何時までやっていますか？', '土・日・祝：受付時間 9:00〜17:30、閉店 19:00 [1]'],
    ])('two tables read as one: %s', (question, answer) => {
      expect(extractAnswer(question, hours(joined)).text).toBe(answer);
    });

    test('a price under a time, without a second head', () => {
      const text =
        '| 曜日 | 受付時間 | 閉店 |\n|---|---|---|\n| 月〜土 | 10:00〜18:30 | 20:00 |\n| カット | 5,500円 | 約60分 |';
      expect(extractAnswer('カットはいくら？', hours(text)).text).toBe('カット：5,500円、約60分 [1]');
    });
  });

  test('names and values have no head', () => {
    const contact = hours('| Address | 12 River Street, Springfield |\n|---|---|\n| Telephone | 555-0100 |');
    expect(extractAnswer('What is your address?', contact).text).toBe(
      'Address: 12 River Street, Springfield [1]',
    );
    expect(extractAnswer('telephone number', contact).text).toBe('Telephone: 555-0100 [1]');
  });

  test('nothing of Markdown is left', () => {
    const text = extractAnswer(
      'What are the prices?',
      hours('# Prices\n\n| Item | **Price** |\n|:--|--:|\n| Tea | 3 \\| 4 |'),
    ).text;
    expect(text).toBe('Tea: 3 | 4 [1]');
  });
});

describe('says that it is not there', () => {
  test.each([
    ['Who won the world cup in 1998?', 'en'],
    ['富士山の高さはどれくらいですか', 'ja'],
    ['Thủ đô của nước Pháp là gì?', 'vi'],
    ['thu do nuoc phap la gi', 'vi'],
  ] as const)('%s', (question, language) => {
    const answer = extractAnswer(question, passages);
    expect(answer).toEqual({
      outcome: 'not_found',
      language,
      cited: [],
      text: customerWords(language).notFound,
    });
  });

  test('without passages', () => {
    expect(extractAnswer('When are you open?', []).outcome).toBe('not_found');
  });

  test('when retrieval trusts none of them, and no sentence has most of what was asked', () => {
    const doubtful = passages.map((passage) => ({ ...passage, confidence: LEAST_CONFIDENCE - 0.01 }));
    expect(extractAnswer('Is the museum open on holidays in winter?', doubtful).outcome).toBe('not_found');
    expect(extractAnswer('When are you open on weekdays?', doubtful).outcome).toBe('answered');
  });

  test('in the language of the page when the question has none', () => {
    expect(extractAnswer('12345?', passages, { locale: 'vi' }).text).toBe(customerWords('vi').notFound);
  });
});

test.each([
  ['料金', '初回の施術は5,500円です。 [1]'],
  ['料金はいくらですか？', '初回の施術は5,500円です。 [1]'],
  ['営業時間を教えてください', '- 平日　10:00～19:00\n- 土日祝　9:00～18:00 [1]'],
])('a heading without marks leads to its answer and is none: %s', (question, answer) => {
  const text =
    'さくら治療院 ご案内\n\n料金\n初回の施術は5,500円です。\n\n【営業時間】\n平日　10:00～19:00\n土日祝　9:00～18:00';
  expect(extractAnswer(question, [{ number: 1, title: 'annai', confidence: 0.5, text }]).text).toBe(answer);
});

test.each([
  [
    '料金',
    '- 食パン1斤 420円、1.5斤 610円\n- あんパン 180円\n- クロワッサン 260円\n- ※4月から改定します。 [1]',
  ],
  ['営業時間は？', '- 火曜から土曜 8:30〜18:00\n- 日曜 9:00〜15:00\n- 月曜 定休日 [1]'],
  ['クロワッサンはいくら', 'クロワッサン 260円 [1]'],
])('a list without marks is said to its end, or the line that is asked for: %s', (question, answer) => {
  const text =
    '【営業時間】\n火曜から土曜 8:30〜18:00\n日曜 9:00〜15:00\n月曜 定休日\n\n料金\n食パン1斤 420円、1.5斤 610円\nあんパン 180円\nクロワッサン 260円\n※4月から改定します。\n\n配達\n店から3km以内です。\n水曜に伺います。';
  expect(extractAnswer(question, [{ number: 1, title: '', confidence: 0.5, text }]).text).toBe(answer);
});

test.each([
  ['オーナーは誰ですか', '## オーナー\n\n山田花子\n\n当店は1998年に開業しました。', '山田花子'],
  [
    'Who is the owner?',
    '# Our shop\n\n## Owner\n\nHanako Yamada\n\n## Parking\n\nDogs are welcome.',
    'Hanako Yamada',
  ],
  [
    'What is the Wi-Fi password?',
    '## Wi-Fi password\n\nSakuraGuest\n\nPlease ask at the desk.',
    'SakuraGuest',
  ],
])('an answer of one word below a heading is said: %s', (question, text, answer) => {
  expect(extractAnswer(question, [{ number: 1, title: '', confidence: 0.5, text }]).text).toContain(answer);
});

test('quotes nothing twice, and three sentences at most', () => {
  const text =
    'Shipping is free in Osaka. Shipping is free in Kobe. Shipping is free in Nara. Shipping is free in Kyoto.';
  const twice = [1, 2].map((number) => ({ number, title: 'Shipping', confidence: 0.8, text }));
  const lines = quotes(extractAnswer('Is shipping free?', twice).text);
  expect(lines.length).toBeLessThanOrEqual(3);
  const sentences = lines.map((line) => line.replace(/ \[\d+\]$/, ''));
  expect(new Set(sentences).size).toBe(lines.length);
});

test('a number in brackets of the document is not taken for a citation', () => {
  const text = 'The opening hours are from nine to six [7].';
  const answer = extractAnswer('What are the opening hours?', [
    { number: 1, title: '', confidence: 0.9, text },
  ]);
  expect(answer.text.match(/\[\d+\]/g)).toEqual(['[1]']);
});

describe('small talk', () => {
  test.each([
    ['Hi there!', 'en', 'hello'],
    ['thank you so much!!', 'en', 'thanks'],
    ['こんにちは😊', 'ja', 'hello'],
    ['ありがとうございます。', 'ja', 'thanks'],
    ['Xin chào shop', 'vi', 'hello'],
    ['cam on ban nhieu nhe', 'vi', 'thanks'],
    ['Tạm biệt', 'vi', 'bye'],
  ] as const)('%s', (message, language, kind) => {
    expect(extractAnswer(message, [])).toMatchObject({
      outcome: 'small_talk',
      language,
      text: customerWords(language)[kind],
    });
  });

  test.each(['Hello, when are you open?', 'こんにちは。営業時間は？', 'chào shop, phí giao hàng bao nhiêu'])(
    'a greeting with a question is a question: %s',
    (message) => expect(extractAnswer(message, passages).outcome).toBe('answered'),
  );
});

describe('passages of a small base', () => {
  const meals = 'Breakfast is served from 7:00 to 9:30. Dinner starts at 18:00.';

  test('trusts a modest passage that stands alone', () => {
    const alone = [
      { number: 1, title: 'Meals', text: meals, confidence: 0.15 },
      { number: 2, title: 'Rooms', text: 'All rooms have a desk.', confidence: 0.02 },
    ];
    expect(extractAnswer('What time is breakfast?', alone)).toMatchObject({
      outcome: 'answered',
      cited: [1],
    });
  });

  test('does not trust one modest passage among others like it', () => {
    const crowd = [
      { number: 1, title: 'Meals', text: meals, confidence: 0.15 },
      { number: 2, title: 'Rooms', text: 'Breakfast may be brought to the room.', confidence: 0.13 },
    ];
    expect(extractAnswer('Can I park my car near the entrance of the room?', crowd).outcome).toBe(
      'not_found',
    );
  });
});

describe('links of documents', () => {
  const link = '[予約ページ](https://shop.example/yoyaku__a?x=1&y=2)';
  const answer = (text: string) =>
    extractAnswer('予約はどこでできますか？', [{ number: 1, title: '案内', confidence: 0.6, text }]).text;

  test('are quoted with their whole address', () => {
    expect(answer(`ご予約は${link}からお願いします。`)).toContain(link);
    expect(answer(`| 用件 | 場所 |\n|---|---|\n| 予約 | ${link} |\n| 変更 | お電話 |`)).toContain(link);
  });

  test('are never cut into the address of another place', () => {
    const long = 'ご予約はお一人様につき一回まで承ります、'.repeat(17);
    for (const before of [long, long.slice(0, 330), long.slice(0, 150)]) {
      const said = answer(`${before}${link}${'、よろしくお願いします'.repeat(30)}。`);
      expect(said.replace(link, '')).not.toContain('shop.example');
    }
  });
});

describe('Vietnamese words', () => {
  const text = `# Thanh toán
Chúng tôi không nhận phiếu quà tặng. Thẻ Visa, Mastercard, JCB đều dùng được.

# Chỗ ngồi
Có 12 bàn trong nhà. Hiên sau mở từ tháng 4.

# Gửi xe
Xe máy miễn phí, ô tô 30.000đ một giờ.`;
  const said = (question: string) =>
    extractAnswer(question, [{ number: 1, title: 'Sổ tay', confidence: 0.6, text }]).text;

  test.each([
    ['Có nhận thẻ không?', /Thẻ Visa, Mastercard, JCB/],
    ['Có bàn ngoài trời không ạ?', /^Có 12 bàn trong nhà\./],
  ])(
    'with accents are no English function words, and what only makes a question denies nothing: %s',
    (question, answer) => expect(said(question)).toMatch(answer),
  );

  test('who asks and who is asked is no part of a question', () => {
    expect(said('Quán mình gửi xe máy giá sao em?')).toBe(said('Gửi xe máy giá sao em?'));
  });
});
