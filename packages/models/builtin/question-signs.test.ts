import { expect, test } from 'vitest';
import { expectedIn, inWordsOf, weekdaysIn } from './question-signs.ts';

test.each([
  ['土曜日は何時まで', [6]],
  ['月・火・木・金', [1, 2, 4, 5]],
  ['土・日', [0, 6]],
  ['水・祝', [3, 7]],
  ['月〜金（祝日を除く）', [1, 2, 3, 4, 5, 7]],
  ['土日祝', [0, 6, 7]],
  ['定休日（水）', [3]],
  ['1月3日に日本へ', []],
  ['休日', []],
  ['Mon–Fri 9:00', [1, 2, 3, 4, 5]],
  ['Saturday and Sunday', [0, 6]],
  ['Friday to Monday', [0, 1, 5, 6]],
  ['open on weekdays', [1, 2, 3, 4, 5]],
  ['Thứ Hai – Thứ Sáu', [1, 2, 3, 4, 5]],
  ['thứ bảy, chủ nhật', [0, 6]],
  ['T7, CN', [0, 6]],
  ['Thursday', [4]],
  ['open mon to fri, and sat', [1, 2, 3, 4, 5, 6]],
  ['Sat, Sun', [0, 6]],
  ['Món này giá bao nhiêu?', []],
  ['Tiệm ở sát chợ', []],
  ['the sun terrace where we sat', []],
])('%s', (text, days) => {
  expect([...weekdaysIn(text)].sort()).toEqual(days);
});

test.each([
  ['いくらですか', '1,650円', '9:15〜12:00'],
  ['What time is breakfast?', 'from 7:00 to 9:30', 'for $12'],
  ['cho em xin số điện thoại', '028 3822 1234', '65.000đ'],
  ['何日くらいで届きますか', '翌日〜2日', '700円'],
  ['How long does it take?', 'within four weeks', 'from $50'],
  ['Giao hàng mất bao lâu ạ?', '3 ngày', '30.000đ'],
  ['What are the dates of the terms?', 'April 19, 2027', 'two lessons'],
  ['日程を教えてください', '4月19日', '2回'],
  ['Tết nghỉ đến mùng mấy ạ?', 'mùng 4', '300.000đ'],
])('what answers "%s" looks like "%s" and not like "%s"', (question, answer, other) => {
  expect(expectedIn(question)?.test(answer)).toBe(true);
  expect(expectedIn(question)?.test(other)).toBe(false);
});

test.each([
  ['料金\n食パン 420円', '値段を教えて', '料金を教えて'],
  ['料金\n値段は税込です', '値段を教えて', '値段を教えて'],
  ['診療時間 9:15〜12:00', '火曜は何時に開きますか', '火曜は診療時間'],
  ['駐車場は6台分', '車を停められますか', '駐車場'],
  ['Chỗ đậu xe phía sau', 'Có chỗ gửi xe không?', 'Có đậu xe không?'],
  ['Parking: six spaces', 'Is there a car park?', 'Is there a parking?'],
  ['Fee per month', 'What does it cost?', 'What does it fee?'],
  ['食パン 420円', '値段を教えて', '値段を教えて'],
])('in the words of "%s", "%s" is "%s"', (text, question, asked) => {
  expect(inWordsOf(text, question)).toBe(asked);
});

test.each([
  ['住所：港区', '集合場所はどこですか'],
  ['定休日：水曜日', 'お昼休みは何時までですか'],
  ['価格表', '配送料金表はありますか'],
  ['The price of a coffee is 500 yen.', 'Can I charge my laptop there?'],
  ['The price of a coffee is 500 yen.', 'What are the exchange rates?'],
  ['Chi phí giao hàng', 'Tôi xem đánh giá ở đâu?'],
  ['Chi phí giao hàng', 'Có giá trị đến khi nào?'],
])('what "%s" has is not what "%s" asks for', (text, question) => {
  expect(inWordsOf(text, question)).toBe(question);
});
