import { BotTemplateName, type BotTemplateView, type TemplateFact } from '@hanasu/contract/bot-files';
import { BotInput } from '@hanasu/contract/bots';
import { isShopVariable } from '@hanasu/contract/customer-words/customer-words';
import type { KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeView } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Button,
  Fieldset,
  Group,
  Modal,
  Radio,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Controller, FormProvider, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { templatesQuery, useCreateBot, useCreateFromTemplate } from '../../../entities/bot/bots.queries.ts';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { ChoicesField } from '../../../shell/components/ChoicesField.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { meQuery, servicesQuery } from '../../../shell/shell.queries.ts';
import { defaultService } from '../edit/model-choices.ts';
import classes from './TemplateChoice.module.css';

/** A bot to be made, and the facts of its template by name. */
const CreateBotInput = BotInput.extend({ facts: z.record(z.string(), z.string()) });
type CreateBotValues = z.input<typeof CreateBotInput>;
type CreateBotOutput = z.output<typeof CreateBotInput>;
type CreateBotForm = UseFormReturn<CreateBotValues, unknown, CreateBotOutput>;

interface CreateBotProps {
  opened: boolean;
  onClose: () => void;
  /** The base the bot shall answer from, where the way here began at one. */
  knowledge?: string | undefined;
}

/** A name, its knowledge and the facts of a template; everything else can be changed on the next page. */
export function CreateBot({ opened, onClose, knowledge }: CreateBotProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('bot.createTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <CreateBotFields onClose={onClose} knowledge={knowledge} />
    </Modal>
  );
}

const BLANK = '-';

function CreateBotFields({ onClose, knowledge }: Omit<CreateBotProps, 'opened'>) {
  const { t, locale } = useWords();
  const [chosen, setChosen] = useState(BLANK);
  const { data: user } = useQuery(meQuery);
  const templates = useQuery(templatesQuery);
  const own = templates.data?.items.filter((one) => one.locale === locale) ?? [];
  const template = own.find((one) => one.template === chosen);
  const form = useForm<CreateBotValues, unknown, CreateBotOutput>({
    resolver: zodResolver(CreateBotInput),
    defaultValues: { name: '', serviceUuid: '', knowledgeUuids: [], facts: {} },
  });
  usePreselected(form, knowledge);
  const { submit, isPending } = useSubmit(form, template, knowledge);
  const { errors } = form.formState;
  const choose = (value: string) => {
    setChosen(value);
    form.clearErrors();
    const name = own.find((one) => one.template === value)?.name ?? '';
    if (!form.formState.dirtyFields.name) form.setValue('name', name);
    for (const fact of own.find((one) => one.template === value)?.facts ?? []) {
      const field = `facts.${fact.name}` as const;
      if (user && isShopVariable(fact.name) && !form.getValues(field))
        form.setValue(field, user.account.name);
    }
  };
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <TemplateChoice
            value={chosen}
            blank={BLANK}
            templates={own}
            isPending={templates.isPending}
            onChange={choose}
          />
          <TextInput
            label={t('bots.name')}
            description={t('bots.nameHelp')}
            placeholder={t('bots.namePlaceholder')}
            data-autofocus
            {...form.register('name')}
            error={errors.name?.message}
          />
          {template && <TemplateFacts facts={template.facts} />}
          <KnowledgeChoice isTemplate={template !== undefined} />
          <Text size="sm" c="dimmed">
            {t(template ? 'botCreate.becomesDraft' : 'botCreate.becomesLive')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('bots.createAction')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormProvider>
  );
}

/** The usual model, and the base that the address names or the only one of the account. */
function usePreselected(form: CreateBotForm, knowledge: string | undefined): void {
  const { data: services } = useQuery(servicesQuery);
  const { data: bases } = useQuery(knowledgesQuery());
  useEffect(() => {
    const service = services && defaultService(services);
    if (service) form.setValue('serviceUuid', service.uuid);
  }, [services, form]);
  useEffect(() => {
    if (!bases || form.formState.dirtyFields.knowledgeUuids) return;
    // As the default: taking it out again is a choice then.
    form.resetField('knowledgeUuids', { defaultValue: preselected(bases.items, knowledge) });
  }, [bases, knowledge, form]);
}

/** With one base the choice is plain; it can be taken out again. */
function preselected(bases: readonly KnowledgeView[], knowledge: string | undefined): KnowledgeId[] {
  const own = bases.filter(({ sample }) => !sample);
  const only = own.length === 1 ? own[0] : undefined;
  const chosen = bases.find(({ uuid }) => uuid === knowledge) ?? only;
  return chosen ? [chosen.uuid] : [];
}

function useSubmit(
  form: CreateBotForm,
  template: BotTemplateView | undefined,
  knowledge: string | undefined,
) {
  const queryClient = useQueryClient();
  const { t } = useWords();
  const navigate = useNavigate();
  const create = useCreateBot();
  const fromTemplate = useCreateFromTemplate();
  const make = async ({ facts, ...values }: CreateBotOutput, hasOwn: boolean) => {
    if (!template) return create.mutateAsync(values);
    const { name } = values;
    const knowledgeUuids = hasOwn ? values.knowledgeUuids : [];
    const known = Object.fromEntries(template.facts.map((fact) => [fact.name, facts[fact.name] ?? '']));
    const { locale } = template;
    const body = {
      template: BotTemplateName.parse(template.template),
      locale,
      name,
      knowledgeUuids,
      facts: known,
    };
    return (await fromTemplate.mutateAsync(body)).bot;
  };
  /** Who is faster than the list of bases would make a bot that knows nothing. */
  const complete = async (values: CreateBotOutput) => {
    const { items: bases } = await queryClient.fetchQuery(knowledgesQuery());
    const hasOwn = bases.some(({ sample }) => !sample);
    if (form.formState.dirtyFields.knowledgeUuids) return { values, hasOwn };
    return { values: { ...values, knowledgeUuids: preselected(bases, knowledge) }, hasOwn };
  };
  /** Who is faster than the list of models would be refused without a word. */
  const chooseService = async () => {
    if (form.getValues('serviceUuid')) return;
    const service = defaultService(await queryClient.fetchQuery(servicesQuery));
    if (service) form.setValue('serviceUuid', service.uuid);
  };
  const createIt = form.handleSubmit(async (given) => {
    const empty =
      template?.facts.filter(({ name, required }) => required && !given.facts[name]?.trim()) ?? [];
    for (const { name } of empty)
      form.setError(
        `facts.${name}`,
        { message: t('fields.required') },
        { shouldFocus: name === empty[0]?.name },
      );
    try {
      const { values, hasOwn } = await complete(given);
      const isWithoutBase = template !== undefined && hasOwn && values.knowledgeUuids.length === 0;
      if (isWithoutBase) form.setError('knowledgeUuids', { message: t('botCreate.chooseBase') });
      if (empty.length > 0 || isWithoutBase) return;
      const bot = await make(values, hasOwn);
      const made = bot.state === 'draft' ? 'botCreate.madeDraft' : 'botCreate.madeLive';
      toasts.add({ title: t(made, { name: bot.name }) });
      await navigate({ to: '/Bot/$id', params: { id: bot.uuid } });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await chooseService();
      await createIt(event);
    } catch (error) {
      applyFormError(form, error);
    }
  };
  return { submit, isPending: form.formState.isSubmitting };
}

/** What only the shop knows: the bot names it in its greeting and instructions. */
function TemplateFacts({ facts }: { facts: readonly TemplateFact[] }) {
  const { t } = useWords();
  const { register, formState } = useFormContext() as unknown as CreateBotForm;
  return (
    <Fieldset legend={t('botCreate.facts')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('botCreate.factsHelp')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {facts.map(({ name, label, example, required }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={t('botCreate.example', { example })}
            required={required}
            maxLength={300}
            {...register(`facts.${name}`)}
            error={formState.errors.facts?.[name]?.message}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

interface TemplateChoiceProps {
  value: string;
  /** Stands for a bot without a template. */
  blank: string;
  /** Those in the language of the interface. */
  templates: readonly BotTemplateView[];
  isPending: boolean;
  onChange: (value: string) => void;
}

/** Blank, or a template. */
function TemplateChoice({ value, blank, templates, isPending, onChange }: TemplateChoiceProps) {
  const { t } = useWords();
  return (
    <Radio.Group label={t('botEditor.startWith')} value={value} onChange={onChange}>
      <div className={classes.choices}>
        <Choice value={blank} name={t('botEditor.blank')} text={t('botEditor.blankText')} />
        {templates.map(({ template, name, description }) => (
          <Choice key={template} value={template} name={name} text={description} />
        ))}
        {isPending && <Skeleton height={78} radius="md" />}
      </div>
    </Radio.Group>
  );
}

const Choice = ({ value, name, text }: { value: string; name: string; text: string }) => (
  <Radio.Card value={value} className={classes.choice ?? ''}>
    <Radio.Indicator />
    <span>
      <span className={classes.name}>{name}</span>
      <span className={classes.text}>{text}</span>
    </span>
  </Radio.Card>
);

/** What the bot answers from. A template brings a sample only where there is nothing to choose. */
function KnowledgeChoice({ isTemplate }: { isTemplate: boolean }) {
  const { t } = useWords();
  const { control } = useFormContext() as unknown as CreateBotForm;
  const { data: bases } = useQuery(knowledgesQuery());
  const shown = bases?.items ?? [];
  const nameOptions = useNameOptions();
  const hasNone = isTemplate ? shown.every(({ sample }) => sample) : shown.length === 0;
  if (bases && hasNone) {
    return (
      <Text size="sm" c="dimmed">
        {t(isTemplate ? 'botEditor.templateNote' : 'bots.noKnowledgeYet')}
      </Text>
    );
  }
  return (
    <Controller
      control={control}
      name="knowledgeUuids"
      render={({ field, fieldState }) => (
        <ChoicesField
          label={t('bots.chooseKnowledge')}
          placeholder={field.value?.length ? '' : t('bots.chooseKnowledgePlaceholder')}
          data={nameOptions(
            shown.map(({ name, sample, ...base }) => ({
              ...base,
              name: sample ? t('botCreate.sampleBase', { name }) : name,
            })),
          )}
          value={(field.value ?? []) as string[]}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          searchable
        />
      )}
    />
  );
}
