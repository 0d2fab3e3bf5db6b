/** Radicals that Unicode gives no compatibility form (EquivalentUnifiedIdeograph.txt), as Japanese fonts use them. */
const RADICALS: Readonly<Record<string, string>> = {
  '⺠': '民',
  '⻁': '虎',
  '⻄': '西',
  '⻆': '角',
  '⻑': '長',
  '⻗': '雨',
  '⻘': '青',
  '⻝': '食',
  '⻞': '食',
  '⻣': '骨',
  '⻤': '鬼',
  '⻨': '麦',
  '⻩': '黄',
  '⻫': '斉',
  '⻭': '歯',
  '⻯': '竜',
  '⻲': '亀',
};

/**
 * Characters as people type them. Word and Chrome write some kanji as radicals (U+2F00 ⼀ for 一) and marks in their
 * vertical forms, which no search would find; soft hyphens and control characters say nothing.
 */
export function cleanCharacters(text: string): string {
  return text
    .replaceAll(/[\u2e80-\u2fdf\ufb00-\ufb06\ufe10-\ufe19\ufe30-\ufe44]/g, (character) => {
      return RADICALS[character] ?? character.normalize('NFKC');
    })
    .replaceAll(/[\u00ad\u200b\ufeff\p{Cc}]/gu, '')
    .toWellFormed();
}
