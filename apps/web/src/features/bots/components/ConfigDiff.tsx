import { useWords } from '../../../i18n/use-words.ts';
import { diffWords, shortened } from '../diff-words.ts';
import type { BotValues } from './bot-values.ts';
import classes from './Publish.module.css';
import { useConfigTexts } from './use-config-texts.ts';

interface ConfigDiffProps {
  before: BotValues;
  after: BotValues;
  /** Said when there is no difference. */
  none: string;
}

/** What differs between two states of a bot: field by field, word by word. */
export function ConfigDiff({ before, after, none }: ConfigDiffProps) {
  const { t, locale } = useWords();
  const textsOf = useConfigTexts();
  const old = new Map(textsOf(before));
  const changed = textsOf(after).filter(([field, text]) => text !== old.get(field));
  if (changed.length === 0) return <p className={classes.dim}>{none}</p>;
  return (
    <dl className={classes.changes}>
      {changed.map(([field, text]) => (
        <div key={field} className={classes.change}>
          <dt>{t(`botEditor.fields.${field}`)}</dt>
          <dd>
            <Changed before={old.get(field) ?? ''} after={text} locale={locale} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Short values are named whole; of texts the words that differ are marked. */
const SHORT = 40;

function Changed({ before, after, locale }: { before: string; after: string; locale: string }) {
  const { t } = useWords();
  const isShort = before.length <= SHORT && after.length <= SHORT && !/\n/.test(before + after);
  const parts = isShort
    ? ([
        { kind: 'removed', text: before || t('botEditor.empty') },
        { kind: 'same', text: ' → ' },
        { kind: 'added', text: after || t('botEditor.empty') },
      ] as const)
    : shortened(diffWords(before, after, locale));
  return parts.map(({ kind, text }, index) => {
    const key = `${index}${kind}`;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    if (kind === 'removed') return <del key={key}>{text}</del>;
    return <span key={key}>{text}</span>;
  });
}
