import { describe, expect, it } from 'vitest';
import { findOldText, isOldText } from './find-old-text.ts';

describe('texts of old fonts without their fonts', () => {
  it.each([
    ['tcvn3', 'Cöa hµng më cöa tõ 8 giê ®Õn 21 giê'],
    ['tcvn3', 'Hä tªn;§iÖn tho¹i\nNguyÔn V¨n An;0912345678'],
    ['tcvn3', 'Đoạn này là Unicode, còn đoạn sau thì không.\nKh¸ch hµng th©n thiÕt'],
    ['vni', 'Cöûa haøng môû cöûa töø 8 giôø ñeán 21 giôø'],
    ['vni', 'Hoï teân;Ñieän thoaïi\nTraàn Thò Bình;0987654321'],
  ])('finds %s in %j', (encoding, text) => {
    expect(findOldText(text)).toBe(encoding);
  });

  it.each([
    'Cửa hàng mở cửa từ 8 giờ đến 21 giờ, là của chúng tôi',
    'Geöffnet ab 8 Uhr, für Gäste: crème brûlée à la façon de Loïc, où il naît',
    'L’été où Loïc a reçu le thé là-bas, Zoë et Maël, maïs, naïve, Noël',
    'Größe: 10 µm, ±5 m², ©2020 Müller®, 30°C, Straße ½ « très »',
    'Nº 3, Mª José Muñoz, país, más, corazón, João não são coração Magalhães',
    'Työ yötä Mäkelä Træn Ø søø Færøerne Åse Håkon',
    'Nguyá»…n VÄƒn An cá»\u00ada hÃ ng',
    '平日は9時から18時まで。価格は1,000円です。',
  ])('finds nothing in %j', (text) => {
    expect(findOldText(text)).toBe(null);
  });

  it('knows a short text by the encoding of its file', () => {
    expect(isOldText('Hä', 'tcvn3')).toBe(true);
    expect(isOldText('Lan', 'tcvn3')).toBe(false);
    expect(isOldText('Müller', 'vni')).toBe(false);
  });
});
