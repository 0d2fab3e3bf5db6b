import i18next from 'i18next';
import { ApiError } from './api-error.ts';

const A_MINUTE_SECONDS = 60;

/** What a person reads about an error, in the language in use. */
export const errorMessage = (error: unknown): string => {
  // They come when something fails first, which they may do, too.
  if (!i18next.exists('errors.internal')) return i18next.t('shell.errorHeadline');
  if (!(error instanceof ApiError)) return i18next.t('errors.internal');
  return i18next.t(`errors.${error.code}`, { seconds: error.retryAfter ?? A_MINUTE_SECONDS });
};
