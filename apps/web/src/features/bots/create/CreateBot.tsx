import { BotTemplateName, type BotTemplateView } from '@hanasu/contract/bot-files';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { templatesQuery, useCreateBot, useCreateFromTemplate } from '../../../entities/bot/bots.queries.ts';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { defaultService } from '../edit/model-choices.ts';
import {
  type CreateBotForm,
  CreateBotInput,
  type CreateBotOutput,
  type CreateBotValues,
} from './create-bot-form.ts';
import { KnowledgeChoice } from './KnowledgeChoice.tsx';
import { TemplateChoice } from './TemplateChoice.tsx';
import { TemplateFacts } from './TemplateFacts.tsx';

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
  const templates = useQuery(templatesQuery);
  const own = templates.data?.items.filter((one) => one.locale === locale) ?? [];
  const template = own.find((one) => one.template === chosen);
  const form = useForm<CreateBotValues, unknown, CreateBotOutput>({
    resolver: zodResolver(CreateBotInput),
    defaultValues: { name: '', serviceUuid: '', knowledgeUuids: [], facts: {} },
  });
  usePreselected(form, knowledge);
  const { submit, isPending } = useSubmit(form, template);
  const { errors } = form.formState;
  const choose = (value: string) => {
    setChosen(value);
    form.clearErrors();
    const name = own.find((one) => one.template === value)?.name ?? '';
    if (!form.formState.dirtyFields.name) form.setValue('name', name);
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
    const own = bases.items.filter(({ sample }) => !sample);
    // With one base the choice is plain; it can be taken out again.
    const only = own.length === 1 ? own[0] : undefined;
    const chosen = bases.items.find(({ uuid }) => uuid === knowledge) ?? only;
    if (chosen) form.setValue('knowledgeUuids', [chosen.uuid]);
  }, [bases, knowledge, form]);
}

function useSubmit(form: CreateBotForm, template: BotTemplateView | undefined) {
  const { t } = useWords();
  const navigate = useNavigate();
  const create = useCreateBot();
  const fromTemplate = useCreateFromTemplate();
  const { data: bases } = useQuery(knowledgesQuery());
  const hasOwn = bases?.items.some(({ sample }) => !sample) ?? false;
  const make = async ({ facts, ...values }: CreateBotOutput) => {
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
  const submit = form.handleSubmit(async (values) => {
    const empty =
      template?.facts.filter(({ name, required }) => required && !values.facts[name]?.trim()) ?? [];
    for (const { name } of empty)
      form.setError(
        `facts.${name}`,
        { message: t('fields.required') },
        { shouldFocus: name === empty[0]?.name },
      );
    const isWithoutBase = template !== undefined && hasOwn && values.knowledgeUuids.length === 0;
    if (isWithoutBase) form.setError('knowledgeUuids', { message: t('botCreate.chooseBase') });
    if (empty.length > 0 || isWithoutBase) return;
    try {
      const bot = await make(values);
      await navigate({ to: '/Bot/$id', params: { id: bot.uuid } });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return { submit, isPending: create.isPending || fromTemplate.isPending };
}
