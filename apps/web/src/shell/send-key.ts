/** What an input method reports as the key while it is at work; Safari does so after the composition has ended. */
const PROCESSED_BY_INPUT_METHOD = 229;

/**
 * Enter sends, Shift+Enter makes a new line. The Enter that confirms a conversion (日本語, tiếng Việt) never sends:
 * `isComposing` says so in most browsers, key code 229 in Safari.
 */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  if (event.key !== 'Enter' || event.shiftKey) return false;
  return !event.isComposing && event.keyCode !== PROCESSED_BY_INPUT_METHOD;
}
