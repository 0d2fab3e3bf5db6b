import type { MessageContent } from '@hanasu/contract/message-content';
import type { z } from 'zod';

/** The first words of a message, for lists. */
export function firstWords({ bubbles }: Pick<z.input<typeof MessageContent>, 'bubbles'>): string {
  for (const bubble of bubbles) {
    if (bubble.kind === 'text' && bubble.text.trim()) return bubble.text.trim().split('\n')[0] ?? '';
    if (bubble.kind === 'cards') {
      const words = bubble.altText || bubble.cards.map(({ title }) => title).find(Boolean);
      if (words) return words;
    }
    if (bubble.kind === 'native' && bubble.altText) return bubble.altText;
  }
  return '';
}
