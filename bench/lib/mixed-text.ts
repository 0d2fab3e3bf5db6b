const LATIN =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  );
const VIETNAMESE =
  'không được người trong những một của cho với này khi đã hàng giao đổi trả khách mua bán nhận tiền thẻ phí giờ mở cửa ngày tháng'.split(
    ' ',
  );
const HAN = [
  ...'返品営業時間送料月曜日変更請求書店舗会員登録注文配送料金無料交換手続確認電話番号住所氏名支払方法利用規約',
];
const KANA = 'は が を に で と の から まで ください します できます について'.split(' ');

/** Repeatable prose of about `bytes` UTF-8 bytes in English-like, Vietnamese and Japanese words under headings. */
export function mixedMarkdown(bytes: number, seed = 7): string {
  const random = createRandom(seed);
  const parts: string[] = [];
  for (let size = 0, section = 1; size < bytes; section++) {
    const part = `## ${sectionTitle(random, section)}\n\n${paragraph(random, section % 3)}\n\n${paragraph(random, section % 3)}\n`;
    parts.push(part);
    size += Buffer.byteLength(part) + 1;
  }
  return parts.join('\n');
}

/** Lines of prose for one page of a PDF. */
export function mixedLines(count: number, seed: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => words(random, seed % 3, seed % 3 === 2 ? 12 : 11));
}

type Random = (below: number) => number;

/** Whole numbers from 0 below the given one; the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const sectionTitle = (random: Random, section: number): string =>
  `${section} ${words(random, section % 3, 3)}`;

function paragraph(random: Random, language: number): string {
  const end = language === 2 ? '。' : '. ';
  return Array.from({ length: 8 }, () => words(random, language, 8 + random(8)) + end).join('');
}

const words = (random: Random, language: number, count: number): string =>
  Array.from({ length: count }, () => word(random, language)).join(language === 2 ? '' : ' ');

// Squaring makes some words frequent and most rare, as in real text.
const pick = (random: Random, from: readonly string[]): string =>
  from[Math.floor((random(from.length) * random(from.length)) / from.length)] ?? '';

function word(random: Random, language: number): string {
  if (language === 0) return pick(random, LATIN) + pick(random, LATIN) + pick(random, LATIN);
  if (language === 1) return pick(random, VIETNAMESE);
  return random(2) === 0 ? pick(random, KANA) : pick(random, HAN) + pick(random, HAN);
}
