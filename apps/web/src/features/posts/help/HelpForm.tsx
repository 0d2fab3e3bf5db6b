import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { createModelKey } from '@hanasu/contract/model-keys';
import { POST_TONES, type PostHelpKind, type PostTone } from '@hanasu/contract/post-help';
import type { PostWithDraft } from '@hanasu/contract/posts';
import type { ServiceView } from '@hanasu/contract/services';
import { Alert, Button, Group, Radio, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { ModelOption } from '../../../shell/components/ModelOption.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import type { PostEditing } from '../edit/use-post-draft.ts';
import { toHtml } from '../editor/extensions.ts';
import {
  type HelpTarget,
  htmlOfTarget,
  insertionTarget,
  markTarget,
  rewrittenTarget,
  selectedTarget,
  unmarkTarget,
} from './help-target.ts';
import type { HelpInput } from './use-help-run.ts';
import classes from './WritingHelp.module.css';

/** A list outside of the panel would widen a phone's page, and so move the panel, again and again. */
const IN_PANEL = { withinPortal: false } as const;

interface HelpFormProps {
  kind: PostHelpKind;
  post: PostWithDraft;
  editor: Editor;
  editing: PostEditing;
  /** Why the last try failed. */
  error: unknown;
  onStart: (input: HelpInput) => void;
  onBack: () => void;
}

/** What is chosen before a model writes. */
interface Choices {
  readonly knowledgeUuid: string | null;
  readonly topic: string;
  readonly tone: PostTone;
  readonly to: Locale | null;
  /** Null: the server chooses. */
  readonly serviceUuid: string | null;
}

export function HelpForm({ kind, post, editor, editing, error, onStart, onBack }: HelpFormProps) {
  const { t } = useWords();
  const { fields } = editing;
  const services = useQuery(servicesQuery);
  const free = freeLanguages(post, fields.language);
  const [choices, setChoices] = useState<Choices>({
    ...{ knowledgeUuid: null, topic: fields.title, tone: 'friendly', serviceUuid: null },
    to: free[0] ?? null,
  });
  const change = (more: Partial<Choices>) => setChoices((old) => ({ ...old, ...more }));
  const hasText = useEditorState({ editor, selector: () => editor.getText().trim() !== '' });
  const needsText = kind !== 'outline' && !(kind === 'continue' && fields.title.trim() !== '');
  const start = () => {
    const input = inputOf(kind, choices, { editor, editing });
    if (input) onStart(input);
  };
  if (services.isError) return <ErrorNotice error={services.error} onRetry={() => void services.refetch()} />;
  if (!services.data) return <Skeleton height={160} animate={false} aria-hidden />;
  const canWrite = writingServices(services.data).length > 0;
  const isReady =
    (hasText || !needsText) &&
    (kind !== 'outline' || (choices.knowledgeUuid !== null && choices.topic.trim() !== '')) &&
    (kind !== 'translate' || choices.to !== null);
  return (
    <Stack gap="md">
      <Heading kind={kind} onBack={onBack} />
      {kind !== 'outline' && !canWrite ? (
        <NeedsModel title={t('postHelp.needsModel')} />
      ) : (
        <>
          <Options kind={kind} choices={choices} change={change} free={free} />
          {kind === 'outline' && !canWrite && <p className={classes.note}>{t('postHelp.withoutModel')}</p>}
          <Place kind={kind} editor={editor} />
          {canWrite && (
            <ModelChoice value={choices.serviceUuid} onChange={(serviceUuid) => change({ serviceUuid })} />
          )}
          {error !== undefined && (
            <Alert color="red" role="alert">
              {error === null ? t('postHelp.nothing') : errorMessage(error)}
            </Alert>
          )}
          {needsText && !hasText && <p className={classes.note}>{t('postHelp.noText')}</p>}
          <Button leftSection={<Icon name="sparkles" size={15} />} disabled={!isReady} onClick={start}>
            {t('postHelp.write')}
          </Button>
        </>
      )}
    </Stack>
  );
}

export function Heading({ kind, onBack }: { kind: PostHelpKind; onBack?: () => void }) {
  const { t } = useWords();
  return (
    <Group gap="xs" wrap="nowrap">
      {onBack && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Icon name="arrow-left" size={14} />}
          onClick={onBack}
        >
          {t('postHelp.back')}
        </Button>
      )}
      <h3 className={classes.heading}>{t(`postHelp.kinds.${kind}`)}</h3>
    </Group>
  );
}

/** Languages in which the post is not there yet. */
const freeLanguages = (post: PostWithDraft, language: Locale): Locale[] => {
  const taken = [language, ...post.translations.map((one) => one.language)];
  return LOCALES.filter((locale) => !taken.includes(locale));
};

interface Where {
  readonly editor: Editor;
  readonly editing: PostEditing;
}

/** The request, with the place of its result marked in the text. Null: something is not chosen. */
function inputOf(kind: PostHelpKind, choices: Choices, { editor, editing }: Where): HelpInput | null {
  const { language, title, description, coverUuid, coverAlt } = editing.fields;
  const { serviceUuid, knowledgeUuid, topic, tone, to } = choices;
  const common = { language, ...(serviceUuid !== null && { serviceUuid }) };
  const mark = (target: HelpTarget): HelpTarget => {
    markTarget(editor, target);
    return target;
  };
  switch (kind) {
    case 'outline':
      if (knowledgeUuid === null) return null;
      mark(insertionTarget(editor));
      return { kind, ...common, knowledgeUuid: knowledgeUuid as KnowledgeId, topic };
    case 'continue': {
      const { from: end } = mark(insertionTarget(editor));
      return { kind, ...common, title, content: htmlOfTarget(editor, { from: 0, to: end }) };
    }
    case 'shorten':
      return { kind, ...common, title, content: htmlOfTarget(editor, mark(rewrittenTarget(editor))) };
    case 'tone':
      return { kind, ...common, title, tone, content: htmlOfTarget(editor, mark(rewrittenTarget(editor))) };
    case 'translate':
      return (
        to && {
          ...{ kind, ...common, title, description, content: toHtml(editor), to },
          coverAlt: coverUuid === null ? '' : coverAlt,
        }
      );
    default:
      return { kind, ...common, title, content: toHtml(editor) };
  }
}

interface OptionsProps {
  kind: PostHelpKind;
  choices: Choices;
  change: (more: Partial<Choices>) => void;
  free: readonly Locale[];
}

function Options({ kind, choices, change, free }: OptionsProps) {
  const { t } = useWords();
  if (kind === 'outline') return <OutlineOptions choices={choices} change={change} />;
  if (kind === 'tone')
    return (
      <Radio.Group
        label={t('postHelp.tone')}
        value={choices.tone}
        onChange={(tone) => change({ tone: tone as PostTone })}
      >
        <Stack gap="sm" mt={8}>
          {POST_TONES.map((tone) => (
            <Radio key={tone} value={tone} label={t(`postHelp.tones.${tone}`)} />
          ))}
        </Stack>
      </Radio.Group>
    );
  if (kind !== 'translate') return null;
  if (free.length === 0) return <p className={classes.note}>{t('postHelp.allTranslated')}</p>;
  return (
    <Select
      comboboxProps={IN_PANEL}
      label={t('postHelp.to')}
      allowDeselect={false}
      data={free.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))}
      value={choices.to}
      onChange={(to) => change({ to: free.find((locale) => locale === to) ?? null })}
    />
  );
}

const TOPIC_MAX = 300;

function OutlineOptions({ choices, change }: Pick<OptionsProps, 'choices' | 'change'>) {
  const { t } = useWords();
  const bases = useQuery(knowledgesQuery());
  const items = bases.data?.items ?? [];
  if (bases.data && items.length === 0)
    return (
      <Alert color="gray" icon={<Icon name="book-open" />}>
        {t('postHelp.noKnowledge')} <Link to="/Knowledge">{t('postHelp.toKnowledge')}</Link>
      </Alert>
    );
  return (
    <>
      <Select
        comboboxProps={IN_PANEL}
        label={t('postHelp.knowledge')}
        searchable
        data={items.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={choices.knowledgeUuid}
        onChange={(knowledgeUuid) => change({ knowledgeUuid })}
      />
      <TextInput
        label={t('postHelp.topic')}
        description={t('postHelp.topicHelp')}
        maxLength={TOPIC_MAX}
        value={choices.topic}
        onChange={(event) => change({ topic: event.currentTarget.value })}
      />
    </>
  );
}

/** Says what of the text is read or changed. */
function Place({ kind, editor }: Pick<HelpFormProps, 'kind' | 'editor'>) {
  const { t } = useWords();
  const isRewritten = kind === 'shorten' || kind === 'tone';
  const isSelected = useMarkedSelection(editor, isRewritten);
  const place = isRewritten
    ? isSelected
      ? 'selection'
      : 'whole'
    : kind === 'outline' || kind === 'continue'
      ? kind
      : 'post';
  return <p className={classes.note}>{t(`postHelp.place.${place}`)}</p>;
}

/** Keeps the selected text marked while the focus is elsewhere. */
function useMarkedSelection(editor: Editor, isRewritten: boolean): boolean {
  useEffect(() => {
    if (!isRewritten) return undefined;
    const mark = () => {
      const target = selectedTarget(editor);
      if (target) markTarget(editor, target);
      else unmarkTarget(editor);
    };
    mark();
    editor.on('selectionUpdate', mark);
    return () => void editor.off('selectionUpdate', mark);
  }, [editor, isRewritten]);
  return useEditorState({ editor, selector: () => selectedTarget(editor) !== null });
}

/** Whether a service can write; the built-in model only quotes. */
const canWrite = ({ available, group, provider, key }: ServiceView): boolean =>
  available && !key?.refused && group !== 'image-model' && provider !== 'builtin';

/** Services to choose from. */
export const writingServices = (services: readonly ServiceView[]): ServiceView[] => services.filter(canWrite);

const priceOf = ({ rates }: ServiceView): number => rates.input + rates.output;

/** What the server takes when none is chosen: the cheapest, of those with a key of the account where there are any. */
function automaticService(services: readonly ServiceView[]): ServiceView | undefined {
  const usable = writingServices(services);
  const own = usable.filter(({ key }) => key);
  return (own.length > 0 ? own : usable).toSorted((one, other) => priceOf(one) - priceOf(other))[0];
}

interface ModelChoiceProps {
  value: string | null;
  onChange: (serviceUuid: string | null) => void;
}

const AUTOMATIC = 'automatic';

/** Which model writes, and what it costs. */
function ModelChoice({ value, onChange }: ModelChoiceProps) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useModelName();
  const { data: services = [] } = useQuery(servicesQuery);
  const automatic = automaticService(services);
  const known = writingServices(services);
  const find = (chosen: string) =>
    chosen === AUTOMATIC ? automatic : known.find(({ uuid }) => uuid === chosen);
  const priceOf = (chosen: string): string | undefined => {
    const service = find(chosen);
    if (!service) return undefined;
    const { input, output } = service.rates;
    if (service.key) return t('postHelp.ownKey');
    if (input + output === 0) return t('postHelp.free');
    return t('postHelp.price', { input: format.decimal(input), output: format.decimal(output) });
  };
  return (
    <Select
      comboboxProps={IN_PANEL}
      label={t('postHelp.model')}
      description={priceOf(value ?? AUTOMATIC)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      data={[
        { value: AUTOMATIC, label: t('postHelp.automatic', { name: automatic ? nameOf(automatic) : '' }) },
        ...known.map((service) => ({ value: service.uuid, label: nameOf(service) })),
      ]}
      value={value ?? AUTOMATIC}
      onChange={(chosen) => onChange(chosen === AUTOMATIC ? null : chosen)}
      renderOption={({ option, checked }) => (
        <ModelOption label={option.label} price={priceOf(option.value)} checked={checked} />
      )}
    />
  );
}

/** What is missing for a model to write, and the way there. */
export function NeedsModel({ title }: { title?: string }) {
  const { t } = useWords();
  const mayAdd = usePermission(createModelKey);
  return (
    <Alert color="gray" icon={<Icon name="key-round" />} title={title}>
      <Stack gap="sm" align="flex-start">
        <span>{t('postHelp.needsModelText')}</span>
        {mayAdd ? (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/Account" search={{ tab: 'models' }} {...props} />}
          >
            {t('postHelp.addKey')}
          </Button>
        ) : (
          <span>{t('postHelp.askAdmin')}</span>
        )}
      </Stack>
    </Alert>
  );
}
