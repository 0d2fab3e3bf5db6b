import type { AnswerOutcome, ChatAnswer, Citation } from '@hanasu/contract/chat';
import type { MediaView } from '@hanasu/contract/media';
import type { VisitorAnswer, VisitorCitation, VisitorFile, VisitorOutcome } from '@hanasu/contract/visitors';

/** Complete by type: a new outcome does not compile until it is decided what a visitor is told of it. */
const OUTCOMES = {
  answered: 'answered',
  curated: 'answered',
  not_found: 'not_found',
  handed_over: 'handed_over',
  stopped: 'stopped',
  model_failed: 'unavailable',
  no_tokens: 'unavailable',
  busy: 'unavailable',
  no_budget: 'unavailable',
  paused: 'unavailable',
} as const satisfies Record<AnswerOutcome, VisitorOutcome>;

/** What a visitor may know of an answer: no costs, tools, models or passages that were not cited. */
export const visitorAnswer = ({ conversationUuid, message, outcome }: ChatAnswer): VisitorAnswer => ({
  conversationUuid,
  message: { uuid: message.uuid, text: message.text, citations: visitorCitations(message) },
  outcome: OUTCOMES[outcome],
});

/** Of the citations, those that the text points to. */
export function visitorCitations(message: {
  readonly text: string;
  readonly citations: readonly Pick<Citation, 'number' | 'title' | 'page' | 'quote'>[];
}): VisitorCitation[] {
  return message.citations
    .filter(({ number }) => message.text.includes(`[${number}]`))
    .map(({ number, title, page, quote }) => ({ number, title, page, quote }));
}

const SHOWN = ['image', 'video', 'audio'] as const;

/** What staff have sent beside words; null: nothing, or it is gone. */
export function visitorFile(media: MediaView | undefined): VisitorFile | null {
  if (!media?.url) return null;
  const { name, url, thumbnailUrl: previewUrl } = media;
  const kind = SHOWN.find((one) => media.contentType?.startsWith(`${one}/`)) ?? 'file';
  return { kind, name, url, previewUrl };
}
