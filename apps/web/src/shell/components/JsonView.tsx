import { useWords } from '../../i18n/use-words.ts';
import classes from './JsonView.module.css';

interface JsonViewProps {
  label: string;
  value: unknown;
}

/** A value as it was sent or received, readable and never run. */
export function JsonView({ label, value }: JsonViewProps) {
  const { t } = useWords();
  return (
    <figure className={classes.view}>
      <figcaption className={classes.label}>{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className={classes.value} tabIndex={0}>
        {textOf(value) || t('shell.nothing')}
      </pre>
    </figure>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value, null, 2);
  return text === '{}' ? '' : text;
}
