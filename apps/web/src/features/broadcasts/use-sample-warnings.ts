import type { BroadcastView } from '@hanasu/contract/broadcasts';
import { useSampleWords } from '../../entities/message/cards/sample-texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { variantName } from './ab-variants.ts';

/** What to say of its cards that still have sample texts. They keep nothing from being sent. */
export function useSampleWarnings({
  content,
  abTest,
}: Pick<BroadcastView, 'content' | 'abTest'>): readonly string[] {
  const { t } = useWords();
  const sampleWords = useSampleWords();
  const warnings = [content, ...(abTest?.others ?? [])].flatMap((each, variant) =>
    sampleWords(each).map(({ words }) =>
      abTest ? t('broadcasts.ab.ofVariant', { name: variantName(variant), text: words }) : words,
    ),
  );
  return [...new Set(warnings)];
}
