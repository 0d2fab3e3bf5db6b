import i18next from 'i18next';
import { ApiFault } from './api-fault.ts';

/** What a person reads about an error, in the language in use. */
export const faultWords = (error: unknown): string =>
  i18next.t(`errors.${error instanceof ApiFault ? error.code : 'internal'}`);
