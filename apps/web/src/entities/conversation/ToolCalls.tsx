import type { ToolCall } from '@hanasu/contract/chat';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { JsonView } from '../../shell/components/JsonView.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './ToolCalls.module.css';
import { useFailureWords } from './use-tool-failure-words.ts';

/** What a bot asked elsewhere for an answer; closed until somebody wants to know. Nothing without calls. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  const { t } = useWords();
  const failureWords = useFailureWords();
  if (calls.length === 0) return null;
  const failures = new Map<string, string>();
  for (const { name, error } of calls)
    if (error !== null && !failures.has(name)) failures.set(name, failureWords(error));
  return (
    <details className={classes.calls}>
      <summary className={classes.summary}>
        <Icon name="hammer" size={13} />
        {t('conversations.toolCalls', { count: calls.length })}
        {[...failures].map(([name, why]) => (
          <span key={name} className={classes.failed}>
            {name}: {why}
          </span>
        ))}
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
      <JsonView label={t('conversations.toolSent')} value={call.input} />
      {call.error === null ? (
        <JsonView label={t('conversations.toolReceived')} value={call.output} />
      ) : (
        <p className={classes.error}>{failureWords(call.error)}</p>
      )}
    </li>
  );
}
