/** Key code of a key that an input method takes. */
const PROCESSED = 229;

/**
 * Whether a key belongs to an input method (日本語, tiếng Việt), as the Enter and the Escape that end a conversion do.
 * Safari says that the composition is over before it reports that key, and leaves the key code alone
 * (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export const isInputMethodKey = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === PROCESSED;
