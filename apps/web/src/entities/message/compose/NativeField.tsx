import { type Bubble, NATIVE_MAX } from '@hanasu/contract/message-content';
import { Button, Group } from '@mantine/core';
import { useId, useMemo, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { AltTextField } from './AltTextField.tsx';
import { useComposing } from './compose-context.ts';
import { jsonPlaces, lineOfPath } from './json-places.ts';
import classes from './NativeField.module.css';

type NativeBubble = Extract<Bubble, { kind: 'native' }>;

/** Every sentence is given all of them, and says those that it has. */
const NO_VALUES = {
  number: '',
  from: '',
  to: '',
  size: '',
  min: '',
  max: '',
  length: '',
  values: '',
  schemes: '',
  example: '',
};

interface NativeFieldProps {
  bubble: NativeBubble;
  path: string;
  onChange: (bubble: NativeBubble) => void;
}

interface LineProblem {
  readonly line: number;
  readonly words: string;
}

/** What is wrong with the text, each at its line. */
function useLineProblems({ id, json }: NativeBubble): readonly LineProblem[] {
  const { t } = useWords();
  const { problems, scope } = useComposing();
  const places = useMemo(() => jsonPlaces(json), [json]);
  const { problem } = places;
  if (problem) {
    if (problem.reason === 'empty') return [];
    const { line, column, reason, found } = problem;
    return [{ line, words: t(`messageComposer.json.${reason}`, { column, found }) }];
  }
  return problems
    .filter(
      ({ bubbleId, channel, reason }) => reason === 'native_wrong' && bubbleId === id && channel === scope,
    )
    .map(({ path, detail, rule }) => ({
      line: lineOfPath(json, places, path ?? ''),
      words: [
        path,
        rule ? t(`messageComposer.json.rules.${rule.code}`, { ...NO_VALUES, ...rule.values }) : detail,
      ]
        .filter(Boolean)
        .join(': '),
    }));
}

/** A message in a vendor's own JSON, for who knows it; problems stand at their lines. */
export function NativeField({ bubble, path, onChange }: NativeFieldProps) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = useRef<HTMLOListElement>(null);
  const id = useId();
  const problems = useLineProblems(bubble);
  const wrongLines = new Set(problems.map(({ line }) => line));
  const count = bubble.json.split('\n').length;
  const goTo = (line: number) => {
    const from =
      bubble.json
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const end = bubble.json.indexOf('\n', from);
    field.current?.focus();
    field.current?.setSelectionRange(from, end < 0 ? bubble.json.length : end);
  };
  const put = (json: string) => onChange({ ...bubble, json });
  const tidy = () => {
    if (!jsonPlaces(bubble.json).problem) put(JSON.stringify(JSON.parse(bubble.json), null, 2));
  };
  return (
    <div className={classes.native}>
      <label className={classes.label} htmlFor={id}>
        {t('messageComposer.json.label')}
      </label>
      <p className={classes.help}>{t('messageComposer.json.help')}</p>
      <div className={classes.editor}>
        <ol ref={lines} className={classes.lines} aria-hidden>
          {Array.from({ length: count }, (_, index) => index + 1).map((line) => (
            <li key={line} data-wrong={wrongLines.has(line) || undefined}>
              {line}
            </li>
          ))}
        </ol>
        <textarea
          ref={field}
          id={id}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={Math.min(22, Math.max(10, count))}
          maxLength={NATIVE_MAX}
          readOnly={!mayEdit}
          value={bubble.json}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-problems`}
          onScroll={(event) => {
            if (lines.current) lines.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onChange={(event) => put(event.currentTarget.value)}
        />
      </div>
      <ul id={`${id}-problems`} className={classes.problems}>
        {problems.map(({ line, words }) => (
          <li key={`${line} ${words}`}>
            <button type="button" onClick={() => goTo(line)}>
              <Icon name="triangle-alert" size={13} /> {t('messageComposer.json.line', { line })}
            </button>{' '}
            {words}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Group gap="xs">
          {bubble.json.trim() === '' ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => put(sampleOf(t('messageComposer.json.sample')))}
            >
              {t('messageComposer.json.useSample')}
            </Button>
          ) : (
            <Button size="xs" variant="subtle" color="gray" onClick={tidy}>
              {t('messageComposer.json.tidy')}
            </Button>
          )}
        </Group>
      )}
      <AltTextField
        value={bubble.altText}
        path={path}
        help={t('messageComposer.altTextNative')}
        onChange={(altText) => onChange({ ...bubble, altText })}
      />
    </div>
  );
}

const sampleOf = (words: string): string =>
  JSON.stringify(
    {
      type: 'bubble',
      body: {
        type: 'box',
        layout: 'vertical',
        contents: [{ type: 'text', text: words, weight: 'bold', size: 'lg', wrap: true }],
      },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [
          {
            type: 'button',
            style: 'primary',
            action: { type: 'message', label: 'OK', text: 'OK' },
          },
        ],
      },
    },
    null,
    2,
  );
