import type { ToolCall } from '@hanasu/contract/chat';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { JsonView } from '../../../shell/components/JsonView.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useFailureWords } from '../use-tool-failure-words.ts';
import classes from './ToolCalls.module.css';

/** What a bot asked elsewhere for an answer; closed until somebody wants to know. Nothing without calls. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  const { t } = useWords();
  if (calls.length === 0) return null;
  const hasFailed = calls.some(({ error }) => error !== null);
  return (
    <details className={classes.calls}>
      <summary className={classes.summary}>
        <Icon name="hammer" size={13} />
        {t('tools.calls', { count: calls.length })}
        {hasFailed && <span className={classes.failed}>{t('tools.callFailed')}</span>}
        <Icon name="chevron-down" size={13} className={classes.chevron ?? ''} />
      </summary>
      <ul className={classes.list}>
        {calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </ul>
    </details>
  );
}

function Call({ call }: { call: ToolCall }) {
  const { t } = useWords();
  const format = useFormat();
  const failureWords = useFailureWords();
  return (
    <li className={classes.call}>
      <p className={classes.head}>
        <code>{call.name}</code>
        <span className={classes.time}>{format.duration(call.milliseconds)}</span>
      </p>
      <JsonView label={t('tools.sent')} value={call.input} />
      {call.error === null ? (
        <JsonView label={t('tools.received')} value={call.output} />
      ) : (
        <p className={classes.error}>{failureWords(call.error)}</p>
      )}
    </li>
  );
}
