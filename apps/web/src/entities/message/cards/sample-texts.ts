import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import type { MessageCard, MessageContent } from '@hanasu/contract/message-content';
import { queryOptions, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { loadWordsOfAll } from '../../../i18n/i18n.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';

/** Texts of a new card that have to be replaced. Others, as the answers of a survey, may be sent as they are. */
const SAMPLES = [
  'messageComposer.start.product.title',
  'messageComposer.start.product.lead',
  'messageComposer.start.product.text',
  'messageComposer.start.location.title',
  'messageComposer.start.location.lead',
  'messageComposer.start.location.text',
  'messageComposer.start.person.title',
  'messageComposer.start.person.text',
  'messageComposer.start.image.title',
  'messageComposer.start.text.title',
  'messageComposer.start.text.text',
  'messageComposer.start.coupon.lead',
  'messageComposer.start.coupon.detailText',
] as const;

const samplesIn = (locales: readonly Locale[]): ReadonlySet<string> =>
  new Set(locales.flatMap((locale) => SAMPLES.map((key) => i18next.getFixedT(locale)(key))));

/** In every language: a colleague may have added the card in another one. */
const samplesQuery = queryOptions({
  queryKey: ['card-samples'],
  queryFn: async () => {
    await loadWordsOfAll('message');
    return samplesIn(LOCALES);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

interface SampleCard {
  readonly bubbleId: string;
  /** From 1, in its bubble. */
  readonly number: number;
  readonly texts: readonly string[];
}

/** The texts that a layout shows. */
function textsOf({ layout, title, lead, text, details }: MessageCard): string[] {
  if (layout === 'image') return [title];
  const others = [title, text, ...details.map((detail) => detail.text)];
  return layout === 'text' ? others : [lead, ...others];
}

/** Cards that still have sample texts. */
export const findSampleCards = (
  { bubbles, variants }: MessageContent,
  samples: ReadonlySet<string>,
): readonly SampleCard[] =>
  [...bubbles, ...Object.values(variants).flat()].flatMap((bubble) =>
    bubble.kind !== 'cards'
      ? []
      : bubble.cards.flatMap((card, index) => {
          const texts = textsOf(card).filter((text) => samples.has(text.trim()));
          return texts.length === 0 ? [] : [{ bubbleId: bubble.id, number: index + 1, texts }];
        }),
  );

/** What to say of cards that still have sample texts. */
export function useSampleWords() {
  const { t, locale } = useWords();
  const format = useFormat();
  const { data: samples = samplesIn([locale]) } = useQuery(samplesQuery);
  return (content: MessageContent): readonly { readonly bubbleId: string; readonly words: string }[] =>
    findSampleCards(content, samples).map(({ bubbleId, number, texts }) => ({
      bubbleId,
      words: t('messageComposer.sampleText', { number, text: format.list(texts) }),
    }));
}
