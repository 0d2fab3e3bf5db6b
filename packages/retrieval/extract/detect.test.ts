import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { detectType } from './detect.ts';
import { encodeLegacy, toWindows1258 } from './testing/encode-legacy.ts';

const bytesOf = (hexadecimal: string) => Uint8Array.from(Buffer.from(hexadecimal.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

const JAPANESE =
  '当店の営業時間は、午前10時から午後8時までです。\nご予約はお電話でどうぞ。カード払いも可能です。';
const VIETNAMESE = 'Cửa hàng mở cửa từ 8 giờ sáng đến 9 giờ tối. Quý khách vui lòng đặt chỗ trước.';
const FRENCH = 'Le café est ouvert de 8 h à 20 h. C’est fermé le dimanche – « désolé », à bientôt !';

describe('decodeText', () => {
  it.each([
    ['utf-8', Uint8Array.from(Buffer.from(JAPANESE)), JAPANESE],
    ['utf-8', Uint8Array.from(Buffer.from(`\ufeff${VIETNAMESE}`)), VIETNAMESE],
    ['utf-16le', Uint8Array.from(Buffer.from(`\ufeff${JAPANESE}`, 'utf16le')), JAPANESE],
    ['utf-16be', Uint8Array.from(Buffer.from(`\ufeff${JAPANESE}`, 'utf16le').swap16()), JAPANESE],
    ['utf-16le', Uint8Array.from(Buffer.from(JAPANESE, 'utf16le')), JAPANESE],
    ['utf-16be', Uint8Array.from(Buffer.from(VIETNAMESE, 'utf16le').swap16()), VIETNAMESE],
    ['utf-16le', Uint8Array.from(Buffer.from(FRENCH, 'utf16le')), FRENCH],
    ['shift_jis', encodeLegacy(JAPANESE, 'shift_jis'), JAPANESE],
    ['euc-jp', encodeLegacy(JAPANESE, 'euc-jp'), JAPANESE],
    ['windows-1252', encodeLegacy(FRENCH, 'windows-1252'), FRENCH],
    ['windows-1258', encodeLegacy(toWindows1258(VIETNAMESE), 'windows-1258'), VIETNAMESE],
    ['iso-2022-jp', bytesOf('1b2442467c4b5c386c1b2842 0a'), '日本語\n'],
  ])('%s', (encoding, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ kind: 'ok', text, encoding });
  });

  it('makes all line breaks one', () => {
    expect(decodeText(ascii('a\r\nb\rc\n'))).toMatchObject({ text: 'a\nb\nc\n' });
  });

  it.each([
    ['a byte that is never text', bytesOf('616200636465')],
    ['control characters', bytesOf('0102030405060708616263')],
    ['high bytes without sense', bytesOf('fffefdfcfbfaf9f8'.repeat(4).slice(4))],
  ])('refuses %s', (_, bytes) => {
    expect(decodeText(bytes).kind).toBe('unreadable');
  });
});

describe('detectType', () => {
  it.each([
    ['a.pdf', '%PDF-1.4 ...', 'pdf'],
    ['a.txt', '%PDF-1.4 ...', 'pdf'],
    ['a.pdf', `${' '.repeat(500)}junk %PDF-1.4`, 'pdf'],
    ['A.PDF', '', 'pdf'],
    ['README.md', '# Hi', 'markdown'],
    ['a.b.txt', 'text that mentions %PDF-1.4', 'text'],
    ['README', 'text', 'text'],
  ])('%s holding %j', (fileName, text, type) => {
    expect(detectType({ fileName, bytes: ascii(text) })).toEqual({ kind: 'ok', type });
  });

  it.each([
    ['bomb.pdf', '504b0304 1400', 'ZIP'],
    ['picture.txt', '89504e47 0d0a1a0a', 'PNG'],
    ['program.md', '4d5a9000 03', 'program'],
    ['program.pdf', '7f454c46 02', 'program'],
    ['movie.txt', '00000018 66747970 6d703432', 'MP4'],
    ['letter.pdf', '48656c6c6f', 'not a PDF'],
    ['table.xlsx', '48656c6c6f', 'damaged or something else'],
    ['movie.xyz', '48656c6c6f', 'cannot be read yet'],
    ['old.doc', 'd0cf11e0a1b11ae1 0000', 'old kind'],
    ['data.txt', '00ff00ff', 'not text'],
  ])('refuses %s', (fileName, hexadecimal, detail) => {
    expect(detectType({ fileName, bytes: bytesOf(hexadecimal) })).toMatchObject({
      kind: 'unsupported',
      detail: expect.stringContaining(detail),
    });
  });
});
