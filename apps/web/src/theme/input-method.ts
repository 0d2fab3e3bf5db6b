/** What an input method reports as the key while it is at work. */
const PROCESSED = 229;

/**
 * Whether a key belongs to an input method (日本語, tiếng Việt), as the Enter that confirms a conversion does.
 * `isComposing` says so in most browsers; Safari reports key code 229 after the composition has ended.
 */
export const isInputMethodKey = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === PROCESSED;

const stopInputMethodKey = (event: KeyboardEvent): void => {
  if (isInputMethodKey(event)) event.stopImmediatePropagation();
};

/**
 * Keeps keys of input methods from every listener of the page, also from those of libraries (dialogs that close with
 * Escape, lists that choose with Enter, shortcuts). Called before any other listener is added; the browser and the
 * input method still get the key.
 */
export function guardInputMethodKeys(page: Window): void {
  page.addEventListener('keydown', stopInputMethodKey, { capture: true });
}
