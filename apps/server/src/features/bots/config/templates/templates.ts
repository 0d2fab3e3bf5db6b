import type { BotTemplateName, BotTemplateView } from '@hanasu/contract/bot-files';
import { faq } from './faq.ts';
import { helpDesk } from './help-desk.ts';
import { reservation } from './reservation.ts';
import { school } from './school.ts';
import { shop } from './shop.ts';

/** Each of `BOT_TEMPLATES` in each language. */
export const TEMPLATES: readonly BotTemplateView[] = [
  ...faq,
  ...reservation,
  ...shop,
  ...school,
  ...helpDesk,
];

export function findTemplate(name: BotTemplateName, locale: BotTemplateView['locale']): BotTemplateView {
  const found = TEMPLATES.find((one) => one.template === name && one.locale === locale);
  if (!found) throw new Error(`the template ${name} is missing in ${locale}`);
  return found;
}
