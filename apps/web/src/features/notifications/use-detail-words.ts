import { useWords } from '../../i18n/use-words.ts';

const DETAILS = [
  'no_email',
  'no_mail_server',
  'no_address',
  'no_secret',
  'address_refused',
  'unreachable',
  'timeout',
  'not_linked',
  'left_account',
  'recipient_refuses',
  'recipient_unknown',
  'window_closed',
  'quota_exceeded',
  'credentials_rejected',
] as const;

/** Why something could not be told, in words. */
export function useDetailWords(): (detail: string | null) => string {
  const { t } = useWords();
  return (detail) => {
    const known = DETAILS.find((one) => one === detail);
    return known ? t(`notify.details.${known}`) : t('notify.details.other', { detail: detail ?? '' });
  };
}
