import { Alert } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { FileProblem } from '../read-bot-file.ts';

const SHOWN = 8;

interface ImportProblemsProps {
  problems: readonly FileProblem[];
  /** The version of files that is known here. */
  newest: number;
}

/** What is wrong with a file, and where in it. */
export function ImportProblems({ problems, newest }: ImportProblemsProps) {
  const { t } = useWords();
  const has = (wanted: string) => problems.some(({ path }) => path === wanted);
  const whole = has('format')
    ? t('botEditor.importWrong.format')
    : has('version')
      ? t('botEditor.importWrong.version', { newest })
      : null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert-circle" />}>
      {whole ?? t('botEditor.importWrong.fields')}
      {!whole && (
        <ul style={{ margin: '6px 0 0', paddingInlineStart: 18 }}>
          {problems.slice(0, SHOWN).map(({ path, message }) => (
            <li key={path}>
              <code>{path || t('botEditor.importWrong.whole')}</code>: {message}
            </li>
          ))}
          {problems.length > SHOWN && (
            <li>{t('botEditor.importWrong.more', { count: problems.length - SHOWN })}</li>
          )}
        </ul>
      )}
    </Alert>
  );
}
