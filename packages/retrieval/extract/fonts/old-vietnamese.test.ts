import { describe, expect, it } from 'vitest';
import { appendOldText, oldFontOf, readOldText } from './old-vietnamese.ts';

const read = (text: string, fontName: string) => {
  const font = oldFontOf(fontName);
  return font ? readOldText(text, font) : text;
};
const ALPHABET = 'àảãáạăằẳẵắặâầẩẫấậđèẻẽéẹêềểễếệìỉĩíịòỏõóọôồổỗốộơờởỡớợùủũúụưừửữứựỳỷỹýỵ';

// TCVN 5712:1993; the chart of VNI for Windows; RFC 1456; the chart of VPS at vietunicode.sourceforge.net.
describe('texts in Vietnamese fonts from before Unicode', () => {
  it.each([
    ['.VnTime', 'µ¶·¸¹¨»¼½¾Æ©ÇÈÉÊË®ÌÎÏÐÑªÒÓÔÕÖ×ØÜÝÞßáâãä«åæçèé¬êëìíîïñòóô\u00adõö÷øùúûüýþ'],
    [
      'VNI-Times',
      'aøaûaõaùaïaêaèaúaüaéaëaâaàaåaãaáaäñeøeûeõeùeïeâeàeåeãeáeäìæóíòoøoûoõoùoïoâoàoåoãoáoäôôøôûôõôùôïuøuûuõuùuïööøöûöõöùöïyøyûyõyùî',
    ],
    ['VI Times', 'àäãáÕå¢ÆÇ¡£â¥¦ç¤§ðèë¨é©ê«¬\u00adª®ìïîí¸òöõó÷ô°±²¯µ½¶·Þ¾þùüûúøß×ØæÑñÏÖÛýÜ'],
    ['VPS Times', 'àäãáåæ¢£¤¡¥âÀÄÅÃÆÇèÈëéËêŠ‹Í‰ŒìÌïíÎòÕõó†ôÒ°‡Ó¶Ö©ª«§®ùûÛúøÜØº»Ù¿ÿ›Ïšœ'],
  ])('%s draws all letters', (font, text) => {
    expect(read(text, font)).toBe(ALPHABET);
  });

  it('keeps capitals, and writes those that a font of capitals draws', () => {
    expect(read('§µ N½ng ¡n ¢u', '.VnArial')).toBe('Đà Nẵng Ăn Âu');
    expect(read('ÑAØ NAÜNG Ôû Ö', 'VNI-Helve')).toBe('ĐÀ NẴNG Ở Ư');
    expect(read('Cöa hµng hoa t\u00ad¬i', '.VnTimeH')).toBe('CỬA HÀNG HOA TƯƠI');
    expect(read('hoa', '.VNTIMEH')).toBe('HOA');
    expect(read('Hoa', '.VNTIME')).toBe('Hoa');
  });

  it('joins a letter and its mark over two runs', () => {
    const font = { encoding: 'vni', isCapital: false } as const;
    expect(appendOldText(appendOldText('', 'Cö', font), 'ûa haø', font)).toBe('Cửa hà');
  });

  it('leaves text that is Unicode already, and signs that are no tones', () => {
    expect(read('Cửa hàng mở cửa', '.VnTime')).toBe('Cửa hàng mở cửa');
    expect(read('30°C, 100%', '.VnTime')).toBe('30°C, 100%');
    expect(read('Tel. (08) 38-123', 'VNI-Times')).toBe('Tel. (08) 38-123');
  });

  it.each(['Arial', 'Times New Roman', 'VnTime', 'Vnitrim', 'MS Mincho', ''])(
    'takes %s for a font of Unicode',
    (name) => {
      expect(oldFontOf(name)).toBe(null);
    },
  );
});
