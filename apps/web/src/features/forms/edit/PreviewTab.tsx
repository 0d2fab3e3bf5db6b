import { checkAnswers, problemOfAnswer } from '@hanasu/contract/form-answers';
import {
  FORM_PREVIEW_SLUG,
  type FormDefinition,
  type FormField,
  type FormWords,
  withShopName,
} from '@hanasu/contract/form-definition';
import type { FormAnswer, PublicForm } from '@hanasu/contract/form-submissions';
import type { FormView } from '@hanasu/contract/forms';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { sendable } from './form-draft.ts';
import classes from './Preview.module.css';
import { useEditing } from './use-form-draft.ts';

const VIEWS = ['page', 'phone', 'chat'] as const;

interface PreviewProps {
  form: FormView;
}

/** What customers would get of the draft, and from whom; no definition: it can't be shown as it is. */
function useShown({ settings, accountName }: FormView) {
  const { draft } = useEditing();
  const { data: user } = useQuery(meQuery);
  const logoUrl = user?.account.logo?.url ?? null;
  const shop = { ...settings.shop, name: settings.shop.name || accountName, logoUrl };
  const sent = sendable(draft)?.definition;
  return { shop, definition: sent && withShopName(sent, shop.name) };
}

/** The page on a phone, beside the questions. */
export function PhonePreview({ form }: PreviewProps) {
  const { t } = useWords();
  const { shop, definition } = useShown(form);
  return definition ? (
    <div className={classes.beside}>
      <PageFrame view="phone" shop={shop} definition={definition} />
      <p className={classes.note}>{t('formEditor.chooseOne')}</p>
    </div>
  ) : (
    <EmptyState icon="form-input" title={t('formEditor.chooseOne')} />
  );
}

/** The draft as customers will see it. Nothing is sent. */
export function PreviewTab({ form }: PreviewProps) {
  const { t } = useWords();
  const { language } = useEditing();
  const { shop, definition } = useShown(form);
  const [view, setView] = useState<(typeof VIEWS)[number]>('page');
  if (!definition) return <EmptyState icon="form-input" title={t('formPreview.incomplete')} />;
  return (
    <div className={classes.preview}>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={t('formPreview.view')}
          value={view}
          onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'page')}
          data={VIEWS.map((value) => ({ value, label: t(`formPreview.views.${value}`) }))}
        />
        <p className={classes.note}>{t('formPreview.note')}</p>
      </div>
      {view === 'chat' ? (
        <ChatPreview key={language} definition={definition} />
      ) : (
        <PageFrame key={view} view={view} shop={shop} definition={definition} />
      )}
    </div>
  );
}

interface PageFrameProps {
  view: 'page' | 'phone';
  shop: PublicForm['shop'];
  definition: FormDefinition;
}

/** The public page itself, in a frame that gets the draft and gives nothing back. */
function PageFrame({ view, shop, definition }: PageFrameProps) {
  const { t } = useWords();
  const { language } = useEditing();
  const frame = useRef<HTMLIFrameElement>(null);
  const message = JSON.stringify({ kind: 'form-draft', definition, language, shop });
  useEffect(() => {
    const show = () => frame.current?.contentWindow?.postMessage(JSON.parse(message), location.origin);
    const listen = ({ origin, source, data }: MessageEvent<{ kind?: unknown } | null>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.kind === 'form-preview') show();
    };
    addEventListener('message', listen);
    show();
    return () => removeEventListener('message', listen);
  }, [message]);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      data-view={view}
      title={t('formPreview.title')}
      src={`/form/${FORM_PREVIEW_SLUG}`}
    />
  );
}

interface Said {
  readonly key: string;
  readonly text: string;
  readonly isOwn: boolean;
}
interface Given {
  readonly text: string;
  /** Undefined: skipped. */
  readonly answer: FormAnswer | undefined;
}

/** What can be tapped instead of typed. */
interface Quick {
  readonly label: string;
  readonly answer: FormAnswer;
}

/** The questions one after the other, as a chat asks them. */
function ChatPreview({ definition }: { definition: FormDefinition }) {
  const { t } = useWords();
  const { language } = useEditing();
  const [given, setGiven] = useState<Readonly<Record<string, Given>>>({});
  const today = new Date().toISOString().slice(0, 10);
  const text = (words: FormWords): string =>
    words[language] || definition.languages.map((one) => words[one]).find(Boolean) || '';
  const end = useRef<HTMLLIElement>(null);
  const answers = Object.fromEntries(
    Object.entries(given).flatMap(([key, { answer }]) => (answer === undefined ? [] : [[key, answer]])),
  );
  const { shown } = checkAnswers(definition, answers, today);
  const asked = definition.pages
    .flatMap(({ fields }) => fields)
    .filter(({ key, kind }) => kind !== 'hidden' && shown.includes(key));
  const open = asked.find(({ key, kind }) => kind !== 'heading' && !(key in given));
  const until = open ? asked.indexOf(open) + 1 : asked.length;
  const talk: Said[] = [
    {
      key: 'title',
      text: [text(definition.title), text(definition.lead)].filter(Boolean).join('\n'),
      isOwn: false,
    },
    ...asked.slice(0, until).flatMap((field): Said[] => {
      const parts = [
        text(field.label),
        'text' in field && text(field.text),
        'help' in field && text(field.help),
      ];
      const reply = given[field.key];
      return [
        { key: field.key, text: parts.filter(Boolean).join('\n'), isOwn: false },
        ...(reply ? [{ key: `${field.key}-answer`, text: reply.text, isOwn: true }] : []),
      ];
    }),
    ...(open
      ? []
      : [{ key: 'thanks', text: text(definition.thanks) || t('formPreview.thanks'), isOwn: false }]),
  ];
  const count = talk.length;
  useEffect(() => {
    if (count > 1) end.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  return (
    <section className={classes.chat} aria-label={t('formPreview.views.chat')}>
      <ol className={classes.talk} aria-live="polite">
        {talk
          .filter((each) => each.text)
          .map(({ key, text: words, isOwn }) => (
            <li key={key} className={classes.said} data-own={isOwn || undefined}>
              {words}
            </li>
          ))}
        <li ref={end} aria-hidden />
      </ol>
      <div className={classes.answer}>
        {open ? (
          <AnswerForm
            key={open.key}
            field={open}
            today={today}
            text={text}
            onAnswer={(answer) => setGiven({ ...given, [open.key]: answer })}
          />
        ) : (
          <Button variant="default" onClick={() => setGiven({})}>
            {t('formPreview.again')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface AnswerFormProps {
  field: FormField;
  today: string;
  text: (words: FormWords) => string;
  onAnswer: (given: Given) => void;
}

function AnswerForm({ field, today, text, onAnswer }: AnswerFormProps) {
  const { t } = useWords();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isWrong, setWrong] = useState(false);
  const give = (answer: FormAnswer, words: string) => {
    const isRight = problemOfAnswer(field, answer, today) === null;
    setWrong(!isRight);
    if (isRight) onAnswer({ answer, text: words });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = typed.trim();
    if (words) give(answerOf(field, words), words);
  };
  const quick = quickOf();
  function quickOf(): Quick[] {
    switch (field.kind) {
      case 'choice':
        return field.options.map(({ id, label }) => ({ answer: id, label: text(label) }));
      case 'slot':
        return field.slots.map(({ at }) => ({ answer: at, label: format.dateTime(at) }));
      case 'scale':
        return Array.from({ length: field.to - field.from + 1 }, (_, index) => ({
          answer: field.from + index,
          label: format.number(field.from + index),
        }));
      case 'consent':
        return [{ answer: true, label: t('formPreview.agree') }];
      case 'file':
        return [{ answer: ['preview'], label: t('formPreview.file') }];
      default:
        return [];
    }
  }
  return (
    <>
      {isWrong && (
        <p className={classes.wrong} role="alert">
          {t('formPreview.wrong')}
        </p>
      )}
      {quick.map(({ answer, label }) => (
        <Button key={String(answer)} variant="default" radius="xl" onClick={() => give(answer, label)}>
          {label}
        </Button>
      ))}
      {field.kind === 'choices' && (
        <>
          {field.options.map(({ id, label }) => {
            const isOn = chosen.includes(id);
            return (
              <Button
                key={id}
                variant={isOn ? 'filled' : 'default'}
                radius="xl"
                aria-pressed={isOn}
                onClick={() => setChosen(isOn ? chosen.filter((one) => one !== id) : [...chosen, id])}
              >
                {text(label)}
              </Button>
            );
          })}
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              const labels = field.options
                .filter(({ id }) => chosen.includes(id))
                .map(({ label }) => text(label));
              give([...chosen], labels.join('\n'));
            }}
          >
            {t('formPreview.done')}
          </Button>
        </>
      )}
      {quick.length === 0 && field.kind !== 'choices' && (
        <form onSubmit={submit}>
          <TextInput
            type={field.kind === 'date' || field.kind === 'time' ? field.kind : 'text'}
            aria-label={t('formPreview.answer')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('formPreview.send')}</Button>
        </form>
      )}
      {'required' in field && !field.required && (
        <Button variant="subtle" onClick={() => onAnswer({ answer: undefined, text: t('formPreview.skip') })}>
          {t('formPreview.skip')}
        </Button>
      )}
    </>
  );
}

/** As the page would have it; a chat reads addresses from one line. */
function answerOf(field: FormField, typed: string): FormAnswer {
  if (field.kind === 'number') return Number(typed.normalize('NFKC').replaceAll(',', ''));
  if (field.kind !== 'address') return typed;
  return { country: field.country, postalCode: '', region: '', city: '', line1: typed, line2: '' };
}
