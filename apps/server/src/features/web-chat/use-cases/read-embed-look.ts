import type { EmbedLook, EmbedTexts } from '@hanasu/contract/embed';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { EmbedRow } from '../embed.store.ts';

/** What a browser shows; the words are complete. */
export function readEmbedLook(embed: EmbedRow): EmbedLook {
  const { config } = embed;
  const complete = (texts: EmbedTexts): EmbedTexts => ({
    title: texts.title || embed.name,
    greeting: texts.greeting || fillVariables(embed.greeting, embed.settings.variables),
    placeholder: texts.placeholder,
  });
  const { en, ja, vi } = config.texts;
  return {
    botUuid: embed.botId,
    texts: { en: complete(en), ja: complete(ja), vi: complete(vi) },
    colour: config.colour,
    theme: config.theme,
    position: config.position,
    launcher: config.launcher,
    greetingDelay: config.greetingDelay,
    suggestedQuestions: embed.settings.suggestedQuestions,
    identityRequired: config.identityRequired,
  };
}
