import type { connectChannel } from '@hanasu/contract/channels';
import { Button, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { AnswererSelect } from '../AnswererSelect.tsx';
import classes from './ConnectGuide.module.css';
import type { ConsolePlace, GuideField, GuideStep, GuideWords, Instruction, StepWords } from './guide.ts';

type Body = typeof connectChannel.body;
/** The body of `connectChannel` but its kind; a field that is not filled in is undefined. */
type FormOf<Values> = Pick<Values, Extract<keyof Values, 'name' | 'botUuid' | 'groupUuid'>> & {
  input: Record<string, string | undefined>;
};
export type ConnectForm = UseFormReturn<FormOf<z.input<Body>>, unknown, FormOf<z.output<Body>>>;

interface StepProps {
  number: number;
  kind: string;
  step: GuideStep;
  words: GuideWords;
  form: ConnectForm;
}

/** One step of the guide. */
export function StepView({ number, kind, step, words, form }: StepProps) {
  if (step.kind === 'answerer') return <AnswererStep number={number} form={form} />;
  const stepWords = words.steps[step.name];
  if (!stepWords) return null;
  if (step.kind === 'callback-address') return <CallbackStep number={number} words={stepWords} />;
  return (
    <StepCard number={number} title={stepWords.title} text={stepWords.text}>
      {step.kind === 'fields' ? (
        <FieldsStep {...{ kind, step, words, form }} />
      ) : (
        <>
          <Instructions
            items={step.items}
            words={stepWords}
            links={words.links}
            isOrdered={step.kind === 'instructions'}
          />
          <ConsoleSketch words={words.console} marks={marksOf(step.items, words.console?.switches)} />
        </>
      )}
    </StepCard>
  );
}

interface StepCardProps {
  number: number;
  title: string;
  text: string | undefined;
  children: ReactNode;
}

function StepCard({ number, title, text, children }: StepCardProps) {
  return (
    <Surface>
      <div className={classes.step}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <div className={classes.body}>
          <h2>{title}</h2>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </div>
      </div>
    </Surface>
  );
}

interface InstructionsProps {
  items: readonly Instruction[];
  words: StepWords;
  links: GuideWords['links'];
  isOrdered: boolean;
}

function Instructions({ items, words, links, isOrdered }: InstructionsProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className={classes.todo}>
      {items.map(({ name, link, codes }) => (
        <li key={name}>
          {words.items?.[name]}
          {link && (
            <>
              {' '}
              <a href={link.href} target="_blank" rel="noopener noreferrer">
                {links[link.name]} <Icon name="external-link" size={12} />
              </a>
            </>
          )}
          {codes && (
            <ul className={classes.events}>
              {codes.map((code) => (
                <li key={code}>
                  <code translate="no">{code}</code>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </List>
  );
}

/** The address must be the very one that is sent along later. */
function CallbackStep({ number, words }: { number: number; words: StepWords }) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const address = `${system?.publicUrl ?? window.location.origin}/Channel/connected`;
  return (
    <StepCard number={number} title={words.title} text={words.text}>
      <div className={classes.address}>
        <TextInput
          label={words.label}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
              {t(copied ? 'shell.copied' : 'shell.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes.text} style={{ marginTop: 12, marginBottom: 0 }}>
        {words.note}
      </p>
    </StepCard>
  );
}

interface FieldsStepProps {
  kind: string;
  step: Extract<GuideStep, { kind: 'fields' }>;
  words: GuideWords;
  form: ConnectForm;
}

/** The values to copy, each with the place where it stands. */
function FieldsStep({ kind, step: { fields, choice = [] }, words, form }: FieldsStepProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState(choice[0]?.name);
  const choose = (option: string) => {
    setChosen(option);
    // What was typed for another way is not sent.
    for (const { field } of choice) {
      if (!field) continue;
      form.setValue(`input.${field.name}`, undefined);
      form.clearErrors(`input.${field.name}`);
    }
  };
  const extra = choice.find(({ name }) => name === chosen)?.field;
  const labels = Object.fromEntries(Object.entries(words.fields).map(([name, { label }]) => [name, label]));
  return (
    <Stack gap="md">
      {fields.map((field) => (
        <Field key={field.name} {...{ kind, field, words, form }} />
      ))}
      {words.choice && chosen !== undefined && (
        <Radio.Group label={words.choice.title} value={chosen} onChange={choose}>
          <Stack gap="xs" mt={6}>
            {choice.map(({ name }) => (
              <Radio
                key={name}
                value={name}
                label={words.choice?.options[name]?.label}
                description={words.choice?.options[name]?.text}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {extra && <Field key={extra.name} field={extra} {...{ kind, words, form }} />}
      <ConsoleSketch words={words.console} marks={marksOf([...fields, ...(extra ? [extra] : [])], labels)} />
      <p className={classes.note}>
        <Icon name="shield-check" size={15} /> {t('channels.guide.secretsKept')}
      </p>
    </Stack>
  );
}

interface Mark extends ConsolePlace {
  readonly label: string;
}

const marksOf = (
  things: readonly { readonly name: string; readonly place?: ConsolePlace }[],
  labels: Readonly<Record<string, string>> = {},
): Mark[] =>
  things.flatMap(({ name, place }) => {
    const label = labels[name];
    return place && label ? [{ ...place, label }] : [];
  });

const HEIGHTS = ['top', 'middle', 'bottom'] as const;

/** Where to look in the vendor's console; the words beside it say the same. One sketch for each tab. */
function ConsoleSketch({ words, marks }: { words: GuideWords['console']; marks: readonly Mark[] }) {
  if (!words || marks.length === 0) return null;
  return (
    <figure className={classes.sketch} aria-hidden>
      {Object.keys(words.tabs)
        .filter((tab) => marks.some((mark) => mark.tab === tab))
        .map((chosen) => (
          <div key={chosen} className={classes.window}>
            <div className={classes.tabs}>
              {Object.entries(words.tabs).map(([tab, label]) => (
                <span key={tab} data-chosen={tab === chosen || undefined}>
                  {label}
                </span>
              ))}
            </div>
            {HEIGHTS.map((height) => (
              <div key={height} className={classes.part}>
                <i />
                {marks
                  .filter(({ tab, at }) => tab === chosen && at === height)
                  .map(({ label }) => (
                    <b key={label}>{label}</b>
                  ))}
              </div>
            ))}
          </div>
        ))}
      <figcaption>{words.title}</figcaption>
    </figure>
  );
}

interface FieldProps {
  kind: string;
  field: GuideField;
  words: GuideWords;
  form: ConnectForm;
}

function Field({ kind, field, words, form }: FieldProps) {
  const { t } = useWords();
  const fieldWords = words.fields[field.name];
  const error = form.formState.errors.input?.[field.name];
  const shared = {
    label: fieldWords?.label,
    description: fieldWords?.where,
    placeholder: field.placeholder,
    autoComplete: 'off',
    ...form.register(`input.${field.name}`, {
      ...(field.isOptional && { setValueAs: (value?: string) => (value?.trim() ? value : undefined) }),
    }),
    error: error && (error.type === 'server' ? error.message : fieldWords?.shape),
  };
  const { connectFields = [] } = kindOf(kind)?.manifest ?? {};
  const isSecret = connectFields.some(({ name, secret }) => name === field.name && secret);
  if (!isSecret) return <TextInput {...shared} inputMode={field.isNumeric && 'numeric'} />;
  return (
    <PasswordInput
      {...shared}
      aria-invalid={shared.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('channelPage.credentials.show') }}
    />
  );
}

/** The channel's name, and who answers there. */
function AnswererStep({ number, form }: Pick<StepProps, 'number' | 'form'>) {
  const { t } = useWords();
  const { errors, isSubmitted } = form.formState;
  const [botUuid, groupUuid] = useWatch({ control: form.control, name: ['botUuid', 'groupUuid'] });
  return (
    <StepCard number={number} title={t('channels.guide.answerer')} text={undefined}>
      <Stack gap="md">
        <TextInput
          label={t('channels.name')}
          description={t('channels.nameHelp')}
          placeholder={t('channels.guide.namePlaceholder')}
          {...form.register('name')}
          error={errors.name?.message}
        />
        <AnswererSelect
          botUuid={botUuid}
          groupUuid={groupUuid}
          onChange={(answerer) => {
            form.setValue('botUuid', answerer.botUuid, { shouldValidate: isSubmitted });
            form.setValue('groupUuid', answerer.groupUuid, { shouldValidate: isSubmitted });
          }}
          isWrong={errors.botUuid !== undefined}
          notLive="said"
        />
      </Stack>
    </StepCard>
  );
}
