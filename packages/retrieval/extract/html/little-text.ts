/** What stands where text is still to come, and what asks for another browser. */
const WAITING =
  /(?:now )?loading|please wait|just a moment|enable javascript|javascript|読み?込み?中|ロード中|お待ちください|処理中|đang tải|vui lòng (?:chờ|đợi)|xin (?:chờ|đợi)/iu;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Of Japanese one character says as much as two of others. */
const LITTLE = 32;

/** Whether a text is hardly more than the frame of a page: it has a line at most, apart from words that ask to wait. */
export function isLittleText(text: string): boolean {
  const shown = text
    .split('\n')
    .filter((line) => !(line.length < 80 && WAITING.test(line)))
    .join('');
  const letters = shown.match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length + (shown.match(DENSE)?.length ?? 0) < LITTLE;
}
