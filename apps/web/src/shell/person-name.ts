import { visitorNumber } from '@hanasu/contract/visitor-names';
import type { TFunction } from 'i18next';

/** The name of a customer, in the language in use where it is ours. */
export function personName(name: string, t: TFunction): string {
  const number = visitorNumber(name);
  return number === null ? name : t('contact.visitor', { number });
}
