import type { MediaView } from '@hanasu/contract/media';
import type { ContentLoss, ContentProblem, MessageContent } from '@hanasu/contract/message-content';
import { createContext, useContext } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import type { Change, Scope } from './content.ts';

interface ChannelLoss extends ContentLoss {
  /** Kind of channel. */
  readonly kind: string;
}

/** What every part of the composer needs. */
export interface Composing {
  readonly content: MessageContent;
  readonly scope: Scope;
  readonly edit: (change: Change) => void;
  readonly mayEdit: boolean;
  /** Says what is missing, not only what is wrong. */
  readonly isChecked: boolean;
  readonly media: ReadonlyMap<string, MediaView>;
  readonly addMedia: (media: MediaView) => void;
  /** Places that the server would refuse. */
  readonly wrong: ReadonlySet<string>;
  readonly problems: readonly ContentProblem[];
  readonly losses: readonly ChannelLoss[];
}

export const ComposingContext = createContext<Composing | null>(null);

export function useComposing(): Composing {
  const composing = useContext(ComposingContext);
  if (!composing) throw new Error('No message is composed here');
  return composing;
}

/** Error text for a place; undefined while it is only empty and was not checked yet. */
export function useWrongWords(): (path: string, value: string) => string | undefined {
  const { t } = useWords();
  const { wrong, isChecked } = useComposing();
  return (path, value) => {
    if (!wrong.has(path)) return undefined;
    if (value.trim() === '') return isChecked ? t('fields.required') : undefined;
    return path.endsWith('url') ? t('messageComposer.linkWrong') : t('messageComposer.tooLong');
  };
}
