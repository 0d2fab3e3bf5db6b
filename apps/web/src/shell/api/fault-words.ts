import i18next from 'i18next';
import { ApiFault } from './api-fault.ts';

const A_MINUTE_SECONDS = 60;

/** What a person reads about an error, in the language in use. */
export const faultWords = (error: unknown): string => {
  if (!(error instanceof ApiFault)) return i18next.t('errors.internal');
  return i18next.t(`errors.${error.code}`, { seconds: error.retryAfter ?? A_MINUTE_SECONDS });
};
