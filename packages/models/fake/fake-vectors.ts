import { createHash } from 'node:crypto';

/** Words and phrases that mean the same, in three languages: what a real model knows and a comparison of letters doesn't. */
const MEANINGS: readonly (readonly string[])[] = [
  ['refund', 'money back', 'reimburse', '返金', '払い戻し', 'hoàn tiền', 'trả lại tiền'],
  ['return', 'send back', '返品', 'trả hàng', 'đổi trả'],
  ['open', 'opening hours', 'business hours', '営業時間', '開店', 'giờ mở cửa', 'mở cửa'],
  ['closed', 'day off', '定休日', '休み', 'đóng cửa', 'nghỉ'],
  ['parking', 'car park', 'leave my car', '駐車場', '駐車', 'đỗ xe', 'bãi xe', 'gửi xe'],
  ['delivery', 'shipping', 'ship', '配送', '送料', 'giao hàng', 'vận chuyển'],
  ['price', 'cost', 'fee', 'how much', '料金', '値段', 'いくら', 'giá', 'bao nhiêu tiền', 'phí'],
  ['dog', 'pet', 'puppy', 'ペット', '犬', 'thú cưng', 'chó'],
  ['password', 'sign in', 'log in', 'パスワード', 'ログイン', 'mật khẩu', 'đăng nhập'],
  ['cancel', 'call off', 'キャンセル', '取り消し', 'hủy', 'huỷ'],
  ['doctor', 'physician', '医師', '医者', 'bác sĩ'],
  ['quick', 'fast', 'rapid', '速い', '早い', 'nhanh'],
];

const MEANING_WEIGHT = 4;
/** Each term points into this many directions, so that two terms hardly ever coincide. */
const DIRECTIONS = 8;

/**
 * A vector that is near those of texts with the same words, letters or meanings (of the list above), and always the
 * same for the same text. Its length is not 1, as that of real ones need not be.
 */
export function fakeVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [term, weight] of weigh(text)) {
    const hash = createHash('sha256').update(term).digest();
    for (let index = 0; index < DIRECTIONS; index += 1) {
      const at = hash.readUInt16LE(index * 2) % dimensions;
      const sign = (hash[16 + index] ?? 0) % 2 === 0 ? 1 : -1;
      vector[at] = (vector[at] ?? 0) + sign * weight;
    }
  }
  return vector.map((value) => Math.fround(value / DIRECTIONS));
}

function weigh(text: string): Map<string, number> {
  const folded = text.normalize('NFKC').toLowerCase();
  const terms = new Map<string, number>([['any text', 0.05]]);
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight);
  for (const [index, words] of MEANINGS.entries())
    if (words.some((word) => folded.includes(word))) add(`meaning ${index}`, MEANING_WEIGHT);
  for (const word of folded.match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(`word ${word}`, 1);
    for (let at = 0; at + 3 <= word.length; at += 1) add(`letters ${word.slice(at, at + 3)}`, 0.2);
  }
  return terms;
}

/** How near two texts are by their fake vectors, 0..1. */
export function fakeRelevance(query: string, text: string): number {
  const [one, other] = [fakeVector(query, 1024), fakeVector(text, 1024)];
  const dot = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return Math.max(0, Math.min(1, dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))));
}
