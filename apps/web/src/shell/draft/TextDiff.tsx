import { Fragment } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { diffWords, shortened } from './diff-words.ts';
import classes from './TextDiff.module.css';
import { changedParts, type DescribedPart, type PartChange, type TextChange } from './text-changes.ts';

interface TextDiffProps {
  before: readonly DescribedPart[];
  after: readonly DescribedPart[];
  /** Is shown when there is no difference. */
  none: string;
  /** Is shown above differences. */
  help?: string | undefined;
}

/** Shows what differs between two described states: part by part, field by field, word by word. */
export function TextDiff({ before, after, none, help }: TextDiffProps) {
  const parts = changedParts(before, after);
  if (parts.length === 0) return <p className={classes.note}>{none}</p>;
  const [whole, named] = [parts.filter(({ label }) => !label), parts.filter(({ label }) => label)];
  return (
    <>
      {help && <p className={`${classes.note} ${classes.help}`}>{help}</p>}
      <div className={classes.changes}>
        {whole.map(({ key, texts }) => (
          <TextChanges key={key} texts={texts} />
        ))}
        {named.length > 0 && (
          <ul className={classes.parts}>
            {named.map((part) => (
              <PartChanges key={part.key} part={part} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function PartChanges({ part }: { part: PartChange }) {
  const { t } = useWords();
  const { label, kind, place, movedFrom, texts } = part;
  const moves =
    movedFrom === null
      ? []
      : [{ key: 'place', label: t('shell.versions.place'), before: movedFrom, after: place }];
  return (
    <li>
      <p className={classes.part}>
        <strong>{label}</strong>
        {kind !== 'changed' && <Mark kind={kind} />}
        {movedFrom !== null && <Mark kind="moved" />}
      </p>
      {kind !== 'changed' && place !== label && <p className={classes.place}>{place}</p>}
      {kind === 'changed' && <TextChanges texts={[...moves, ...texts]} />}
    </li>
  );
}

function Mark({ kind }: { kind: 'added' | 'removed' | 'changed' | 'moved' }) {
  const { t } = useWords();
  return (
    <span className={classes.mark} data-kind={kind}>
      {t(`shell.versions.${kind}`)}
    </span>
  );
}

function TextChanges({ texts }: { texts: readonly TextChange[] }) {
  return (
    <dl className={classes.texts}>
      {texts.map((change) => {
        const { key, label, before, after } = change;
        return (
          <div key={key} className={classes.text}>
            <dt>
              {label}
              {before === null && <Mark kind="added" />}
              {after === null && <Mark kind="removed" />}
              {before === after && <Mark kind="changed" />}
            </dt>
            <dd>
              <Changed change={change} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Longest value that is shown whole on both sides; in longer texts the words that differ are marked. */
const SHORT = 40;

function Changed({ change: { before, after } }: { change: TextChange }) {
  const { t, locale } = useWords();
  if (before === after) return before;
  if (before === null) return <ins>{after}</ins>;
  if (after === null) return <del>{before}</del>;
  const isShort = before.length <= SHORT && after.length <= SHORT && !/\n/.test(before + after);
  const parts = isShort
    ? ([
        { kind: 'removed', text: before || t('shell.versions.empty') },
        { kind: 'same', text: ' → ' },
        { kind: 'added', text: after || t('shell.versions.empty') },
      ] as const)
    : shortened(diffWords(before, after, locale));
  return parts.map(({ kind, text }, index) => {
    const key = `${index}${kind}`;
    const Tag = ({ added: 'ins', removed: 'del', same: 'span' } as const)[kind];
    // A mark does not begin with the end of the line before.
    const [breaks = ''] = /^\n*(?=[^\n])/.exec(text) ?? [];
    return (
      <Fragment key={key}>
        {breaks}
        <Tag>{text.slice(breaks.length)}</Tag>
      </Fragment>
    );
  });
}
