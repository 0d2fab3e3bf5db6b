import { foldText } from './text.ts';
import { type NumberStyle, readOneNumber } from './typed-numbers.ts';

// Reads numbers as people say them: with a counter (2名, 2 người), in kanji (二人) or as a word (hai người, two people).
// Without zod: the page of a form is small.

const KANJI_DIGITS = '〇一二三四五六七八九';
const KANJI_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const KANJI = /[〇零一二三四五六七八九十百千]+/gu;

function kanjiNumber(run: string): number {
  const plain = run.replaceAll('零', '〇');
  if (!/[十百千]/u.test(plain))
    return Number([...plain].map((digit) => KANJI_DIGITS.indexOf(digit)).join(''));
  let sum = 0;
  let digit: number | null = null;
  for (const letter of plain) {
    const unit = KANJI_UNITS[letter];
    if (unit === undefined) digit = KANJI_DIGITS.indexOf(letter);
    else {
      sum += (digit ?? 1) * unit;
      digit = null;
    }
  }
  return sum + (digit ?? 0);
}

/** 十二月五日 as 12月5日. */
export const withKanjiDigits = (text: string): string =>
  text.replace(KANJI, (run) => String(kanjiNumber(run)));

/** `sau`, `tu` and `tam` without accents mean other things (after, from, about), and `năm` before digits is a year. */
const WORDS: Readonly<Record<string, number>> = {
  ...{ một: 1, mốt: 1, mot: 1, hai: 2, ba: 3, bốn: 4, bon: 4, năm: 5, lăm: 5, sáu: 6 },
  ...{ bảy: 7, bẩy: 7, bay: 7, tám: 8, chín: 9, chin: 9, mười: 10, muoi: 10 },
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17 },
  ...{ eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
};
const WORD = Object.keys(WORDS).join('|');
const NUMBER_WORDS = new RegExp(
  `(?<![\\p{L}\\d])(?:${WORD})(?:[ -](?:mươi|${WORD}))*(?![\\p{L}])(?! \\d{4})`,
  'gu',
);

/** `hai mươi lăm` 25, `mười hai` 12, `twenty five` 25. Null: words that are no number together. */
function wordNumber(phrase: string): number | null {
  let sum = 0;
  for (const [index, word] of phrase.split(/[ -]/u).entries()) {
    const value = WORDS[word] ?? 0;
    if (word === 'mươi') {
      if (sum < 2 || sum > 9) return null;
      sum *= 10;
    } else if (index > 0 && (sum < 10 || sum % 10 !== 0 || value > 9)) return null;
    else sum += value;
  }
  return sum;
}

/** Numbers that are written as words of Vietnamese or English in digits; `text` is normalised and has its accents. */
export const withWordDigits = (text: string): string =>
  text.replace(NUMBER_WORDS, (phrase) => {
    const number = wordNumber(phrase);
    return number === null ? phrase : String(number);
  });

/** Counting words of Japan that hold their number. */
const JAPANESE: readonly (readonly [RegExp, string])[] = [
  [/ひとり/u, '1人'],
  [/ふたり/u, '2人'],
  ...['ひと', 'ふた', 'みっ', 'よっ', 'いつ', 'むっ', 'なな', 'やっ', 'ここの'].map(
    (word, index) => [new RegExp(`${word}つ`, 'u'), `${index + 1}つ`] as const,
  ),
];
const COUNTERS =
  '名様|名さま|名|人前|人様|人|個|つ|台|匹|頭|羽|回|泊|枚|歳|才|件|点|本|部屋|部|組|箱|袋|杯|席|卓|日間|日|週間|か月|ヶ月|カ月|年|時間|分|番|号|' +
  'nguoi lon|nguoi|khach|em be|be|dua|cai|chiec|con|phong|dem|ngay|tuan|thang|tuoi|lan|ban|ve|suat|phan|ly|ban|gio|phut|diem|kg|km|cm|m|' +
  'people|persons|person|guests|guest|pax|adults|adult|of us|nights|night|days|day|weeks|week|hours|hour|minutes|minute|years old|years|year|times|time|tables|table|rooms|room|pieces|piece|items|item|points|point';
const BEFORE =
  /^(?:(?:約|だいたい|合計|全部で|全員で|計|大人|お|ご|御|da|khoang|tam|tong cong|tat ca|co|about|around|just|only|a party of|party of|a table for|table for|for|we are|we'?re|a total of)\s*)+/u;
const BEHIND =
  /(?:\s*(?:で(?:お願い(?:いた)?します|す)?|お願い(?:いた)?します|ほど|くらい|ぐらい|程度)|,?\s(?:a|nhe|nha|thoi|please|thanks|thank you))$/u;
const COUNTER = new RegExp(`(?<=\\d)\\s*(?:${COUNTERS})$`, 'u');

/** The number that is meant for sure, also with a counter or as words; null: it is none, or it can be read in two ways. */
export function readTypedCount(text: string, style: NumberStyle): number | null {
  const plain = readOneNumber(text, style);
  if (plain !== null || text.length > 60) return plain;
  let counted = JAPANESE.reduce((said, [word, digits]) => said.replace(word, digits), text.normalize('NFKC'));
  counted = foldText(withWordDigits(withKanjiDigits(counted.toLowerCase().replaceAll(/\s+/gu, ' ').trim())))
    .replaceAll(/[.!。！、]+$/gu, '')
    .replace(BEFORE, '');
  while (BEHIND.test(counted)) counted = counted.replace(BEHIND, '');
  return readOneNumber(counted.replace(COUNTER, ''), style);
}
