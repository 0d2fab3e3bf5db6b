import { describe, expect, test } from 'vitest';
import { prepareCurated } from './find-curated.ts';

const matches = async (written: string, asked: string): Promise<boolean> => {
  const match = await prepareCurated([{ id: 1, questions: [written] }], async () => undefined);
  return match(asked) === 1;
};

describe('the same question in other words of politeness is found', () => {
  test.each([
    ['What are your opening hours?', 'what are your opening hours'],
    ['What are your opening hours?', 'Hi! What are the opening hours please?'],
    ['Are you open on Sunday?', 'do you open on sundays?'],
    ['Is parking free?', 'Is the parking free??'],
    ['Can I pay by card?', 'could I pay by card, please'],
    ['営業時間を教えてください', '営業時間は？'],
    ['営業時間を教えてください', '営業時間'],
    ['営業時間を教えてください', '営業時間について教えていただけますか'],
    ['駐車場はありますか', '駐車場ありますか？'],
    ['クレジットカードは使えますか？', 'クレジットカード使えますか'],
    ['定休日はいつですか', 'すみません、定休日はいつでしょうか？'],
    ['Wi-Fiは使えますか', 'ＷＩ－ＦＩ使えますか'],
    ['Cửa hàng mở cửa mấy giờ?', 'cửa hàng mở cửa mấy giờ ạ'],
    ['Cửa hàng mở cửa mấy giờ?', 'cua hang mo cua may gio'],
    ['Có giao hàng không?', 'Shop ơi có giao hàng không ạ?'],
    ['Đổi trả trong bao lâu?', 'Đổi trả trong bao lâu vậy shop'],
  ])('%s ← %s', async (written, asked) => {
    expect(await matches(written, asked)).toBe(true);
  });
});

describe('a near question is another one', () => {
  test.each([
    ['What are your opening hours?', 'What are your opening hours on Monday?'],
    ['What are your opening hours on Sunday?', 'What are your opening hours on Monday?'],
    ['Are you open on Sunday?', 'Are you not open on Sunday?'],
    ['Are you open on Sunday?', 'Are you closed on Sunday?'],
    ['When is the sale?', 'Where is the sale?'],
    ['Do you ship to Japan?', 'Do you ship from Japan?'],
    ['How much is delivery?', 'How long is delivery?'],
    ['Is parking free?', 'Is parking free? And how do I get my money back?'],
    ['Is parking free?', ''],
    ['Is parking free?', '???'],
    ['営業時間を教えてください', '土曜日の営業時間を教えてください'],
    ['土曜日の営業時間は？', '日曜日の営業時間は？'],
    ['土曜日はあいていますか', '土曜日はしまっていますか'],
    ['送料は無料ですか', '送料は有料ですか'],
    ['予約して入れますか', '予約なしで入れますか'],
    ['東京から大阪まで', '大阪から東京まで'],
    ['定休日はいつですか', '定休日はなぜですか'],
    ['ランチは1000円ですか', 'ランチは1500円ですか'],
    ['Có giao hàng không?', 'Không giao hàng à?'],
    ['Cửa hàng mở cửa mấy giờ?', 'Cửa hàng đóng cửa mấy giờ?'],
    ['Có bán bàn không?', 'Có bạn bán không?'],
    ['Đổi trả trong bao lâu?', 'Giao hàng trong bao lâu?'],
    ['Phí giao hàng là bao nhiêu?', 'Phí đổi hàng là bao nhiêu?'],
  ])('%s ≠ %s', async (written, asked) => {
    expect(await matches(written, asked)).toBe(false);
  });
});

test('of two answers the one that is asked for is found, and a long message finds none', async () => {
  const match = await prepareCurated(
    [
      { id: 'sunday', questions: ['Are you open on Sunday?', '日曜日は開いていますか'] },
      { id: 'monday', questions: ['Are you open on Monday?', '月曜日は開いていますか'] },
    ],
    async () => undefined,
  );
  expect(match('are you open on monday?')).toBe('monday');
  expect(match('日曜日、開いていますか？')).toBe('sunday');
  expect(match(`Are you open on Sunday? ${'x '.repeat(200)}`)).toBeNull();
});
