/**
 * Radicals of U+2E80–2EF3 with the ideograph that each of them equals (Unicode's EquivalentUnifiedIdeograph.txt): all but
 * two of them have no compatibility form, so that no normalization changes them. Those that equal a rare ideograph are
 * left, but for U+2EDE, which stands for 食.
 */
const RADICALS: ReadonlyMap<string, string> = new Map(
  '⺁厂 ⺂乛 ⺃乚 ⺄乙 ⺅亻 ⺆冂 ⺈刀 ⺉刂 ⺊卜 ⺋㔾 ⺌小 ⺍小 ⺎兀 ⺏尣 ⺐尢 ⺒巳 ⺓幺 ⺔彑 ⺕彐 ⺖忄 ⺗心 ⺘扌 ⺙攵 ⺛旡 ⺜日 ⺝月 ⺞歺 ⺟母 ⺠民 ⺡氵 ⺢氺 ⺣灬 ⺤爫 ⺥爫 ⺦丬 ⺧牛 ⺨犭 ⺩王 ⺫目 ⺬示 ⺭礻 ⺯糹 ⺰纟 ⺱罓 ⺲罒 ⺳㓁 ⺴冗 ⺶羊 ⺹耂 ⺺肀 ⺻聿 ⺼肉 ⺾艹 ⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃覀 ⻄西 ⻅见 ⻆角 ⻈讠 ⻉贝 ⻋车 ⻌辶 ⻍辶 ⻎辶 ⻏邑 ⻐钅 ⻑長 ⻒镸 ⻓长 ⻔门 ⻖阝 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻞食 ⻟飠 ⻠饣 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻱龜 ⻲亀 ⻳龟'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Kangxi radicals, ligatures and vertical forms, whose compatibility form is the character that people type. */
const COMPATIBLE = /[\u2e80-\u2fdf\ufb00-\ufb06\ufe10-\ufe19\ufe30-\ufe44]/g;
/** Compatibility ideographs and angle brackets, which Unicode itself calls the same as the ordinary ones. */
const SAME = /[\u2329\u232a\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;

/**
 * Marks that share a glyph with a Japanese one in Noto Sans CJK and Source Han Sans. A PDF keeps glyphs, and a printer
 * that looks for the character of a glyph takes the lowest one: Chromium 15x writes ・ as U+2027, ／ as U+2215, 戸 as
 * U+2F3E, whose compatibility form is the Chinese 戶.
 */
const SHARED_GLYPHS: Readonly<Record<string, string>> = {
  '\u2027': '・',
  '\u2215': '／',
  '\u2035': '｀',
  '\u2f3e': '戸',
};

const KANA = /[\u3041-\u3096\u30a1-\u30fa]/;

/** Whether a text is Japanese: only that has kana. */
export function isJapanese(text: string): boolean {
  return KANA.test(text);
}

/**
 * Characters as people type them, never by a normalization of the whole text, which would also change ①, ㈱ and ½: no
 * search would find radicals (U+2F00 ⼀ for 一, as Word and Chrome write them) or marks in their vertical forms. Soft
 * hyphens and control characters say nothing.
 */
export function cleanCharacters(text: string, japanese: boolean): string {
  const shared = japanese
    ? text.replaceAll(/[\u2027\u2035\u2215\u2f3e]/g, (c) => SHARED_GLYPHS[c] ?? c)
    : text;
  return shared
    .replaceAll(COMPATIBLE, (character) => RADICALS.get(character) ?? character.normalize('NFKC'))
    .replaceAll(SAME, (character) => character.normalize('NFC'))
    .replaceAll(/[\u00ad\u200b\ufeff\p{Cc}]/gu, '')
    .toWellFormed();
}
