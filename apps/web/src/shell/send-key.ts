import { isInputMethodKey } from '../theme/input-method.ts';

/** Enter sends, Shift+Enter makes a new line. The Enter that confirms a conversion never sends. */
export const isSendKey = (
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean => event.key === 'Enter' && !event.shiftKey && !isInputMethodKey(event);
