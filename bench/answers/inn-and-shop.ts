import { Buffer } from 'node:buffer';
import { HANDBOOK_NAME, handbook } from '../../e2e/support/handbook.ts';
import type { AskedDocument } from './asked.ts';

/** The handbook that the journeys upload: three pages in three languages. */
export const inn: AskedDocument = {
  name: HANDBOOK_NAME,
  title: 'Hanami Inn Handbook',
  bytes: handbook(),
  questions: [
    { ask: 'チェックインは何時からですか', facts: ['午後3時'] },
    { ask: '荷物を預けられますか', facts: ['朝9時'] },
    { ask: '貸切風呂の料金は？', facts: ['2,200円'] },
    { ask: '温泉は何時まで入れますか', facts: ['深夜0時'] },
    { ask: 'What time is breakfast?', facts: ['7:00 to 9:30'] },
    { ask: 'Do you have vegetarian food?', facts: ['ordered the day before'] },
    { ask: 'is parking free', facts: ['free for guests'] },
    { ask: 'Hủy phòng có được hoàn tiền không?', facts: ['trước ba ngày'] },
    { ask: 'xe dua don chay may gio', facts: ['14 giờ đến 18 giờ'] },
    { ask: 'Can I bring my dog?', facts: null },
  ],
};

const text = `# 料金表
| サイズ | 送料 | お届け日数 |
|---|---|---|
| 60サイズ | 500円 | 翌日〜2日 |
| 80サイズ | 700円 | 翌日〜2日 |
| 100サイズ | 950円 | 2〜3日 |
| 沖縄・離島 | 1,500円 | 4〜7日 |

5,000円以上のご注文は送料無料です（沖縄・離島を除く）。

## 返品について
未使用の商品は、到着後14日以内であれば返品できます。返送料はお客様のご負担です。不良品の返送料は当店が負担します。

## ギフト
ギフト包装は1点300円です。メッセージカードは無料でお付けします。

## お問い合わせ
電話：03-1234-5678（平日10:00〜17:00）
`;

/** A page that a shop has pasted as Markdown. */
export const shop: AskedDocument = {
  name: 'shop.md',
  title: 'もみじ商店 お買い物案内',
  bytes: Buffer.from(text),
  questions: [
    { ask: '送料はいくらですか', facts: ['500円', '700円', '950円', '1,500円'] },
    { ask: '沖縄までの送料は？', facts: ['1,500円'] },
    { ask: '送料無料になるのはいくらからですか', facts: ['5,000円'] },
    { ask: '返品できますか', facts: ['14日以内'] },
    { ask: 'ギフト包装はできますか', facts: ['300円'] },
    { ask: '電話番号を教えて', facts: ['03-1234-5678'] },
    { ask: '実店舗はどこにありますか', facts: null },
  ],
};
