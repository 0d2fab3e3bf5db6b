import { TOOL_FAILURES } from '@hanasu/contract/tool-failures';
import { useWords } from '../../i18n/use-words.ts';

/** Why a call failed, as a person reads it. */
export function useFailureWords(): (reason: string) => string {
  const { t } = useWords();
  return (reason) => {
    const known = TOOL_FAILURES.find((each) => each === reason);
    if (known) return t(`conversations.toolReasons.${known}`);
    // The gateway's own word for the same.
    if (reason === 'invalid_input') return t('conversations.toolReasons.bad_input');
    if (/^http_error_40[13]$/.test(reason)) return t('conversations.toolReasons.http_refused');
    if (/^http_error_4(04|10)$/.test(reason)) return t('conversations.toolReasons.http_missing');
    return t(
      reason.startsWith('http_error')
        ? 'conversations.toolReasons.http_error'
        : 'conversations.toolReasons.other',
    );
  };
}
