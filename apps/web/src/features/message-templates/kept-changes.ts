import type { MessageTemplateId } from '@hanasu/contract/ids';
import type { MessageContent } from '@hanasu/contract/message-content';
import { log } from '../../shell/log.ts';

/** Unsaved changes. */
export interface KeptChanges {
  readonly name: string;
  readonly content: MessageContent;
  /** Version that the changes were made from. */
  readonly version: number;
}

const keyOf = (uuid: MessageTemplateId) => `message-template-${uuid}`;

const isKept = (given: unknown): given is KeptChanges => {
  const { name, content, version } = (given ?? {}) as Partial<KeptChanges>;
  return (
    typeof name === 'string' &&
    typeof version === 'number' &&
    Array.isArray(content?.bubbles) &&
    Array.isArray(content.quickReplies) &&
    typeof content.variants === 'object'
  );
};

/** Reads changes from this browser, as they were typed: a server might not take them yet. */
export function readKept(uuid: MessageTemplateId): KeptChanges | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(uuid)) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch (error) {
    log.error('Unsaved changes of a message template could not be read:', error);
    return null;
  }
}

export function writeKept(uuid: MessageTemplateId, changes: KeptChanges | null): void {
  try {
    if (changes === null) localStorage.removeItem(keyOf(uuid));
    else localStorage.setItem(keyOf(uuid), JSON.stringify(changes));
  } catch (error) {
    log.error('Unsaved changes of a message template could not be kept:', error);
  }
}
