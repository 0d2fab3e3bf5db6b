import { BotTemplateName } from '@hanasu/contract/bot-files';
import { BotInput } from '@hanasu/contract/bots';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Button,
  Group,
  Modal,
  MultiSelect,
  Radio,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { templatesQuery, useCreateBot, useCreateFromTemplate } from '../../entities/bot/bots.queries.ts';
import { knowledgesQuery } from '../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { servicesQuery } from '../../shell/shell.queries.ts';
import { defaultService } from './edit/model-choices.ts';
import classes from './TemplateChoice.module.css';

type Values = z.input<typeof BotInput>;

/** A name and its knowledge; everything else has a default and can be changed on the next page. */
export function CreateBot({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
      <CreateBotForm onClose={onClose} />
    </Modal>
  );
}

const BLANK = '-';

function CreateBotForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const { data: services } = useQuery(servicesQuery);
  const { data: bases } = useQuery(knowledgesQuery());
  const create = useCreateBot();
  const fromTemplate = useCreateFromTemplate();
  const [template, setTemplate] = useState(BLANK);
  const isBlank = template === BLANK;
  const form = useForm<Values, unknown, z.output<typeof BotInput>>({
    resolver: zodResolver(BotInput),
    defaultValues: { name: '', serviceUuid: '', knowledgeUuids: [] },
  });
  const { errors } = form.formState;

  useEffect(() => {
    const service = services && defaultService(services);
    if (service) form.setValue('serviceUuid', service.uuid);
  }, [services, form]);
  useEffect(() => {
    // With one base the choice is plain; it can be taken out again.
    const only = bases?.items.length === 1 ? bases.items[0] : undefined;
    if (only && !form.formState.dirtyFields.knowledgeUuids) form.setValue('knowledgeUuids', [only.uuid]);
  }, [bases, form]);

  const submit = form.handleSubmit(async (values) => {
    try {
      const bot = isBlank
        ? await create.mutateAsync(values)
        : (
            await fromTemplate.mutateAsync({
              template: BotTemplateName.parse(template),
              locale,
              name: values.name,
            })
          ).bot;
      await navigate({ to: '/Bot/$id', params: { id: bot.uuid } });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TemplateChoice
          value={template}
          blank={BLANK}
          onChange={(value, name) => {
            setTemplate(value);
            if (!form.formState.dirtyFields.name) form.setValue('name', name);
          }}
        />
        <TextInput
          label={t('bots.name')}
          description={t('bots.nameHelp')}
          placeholder={t('bots.namePlaceholder')}
          data-autofocus
          {...form.register('name')}
          error={errors.name?.message}
        />
        {!isBlank ? (
          <Text size="sm" c="dimmed">
            {t('botEditor.templateNote')}
          </Text>
        ) : bases && bases.items.length > 0 ? (
          <Controller
            control={form.control}
            name="knowledgeUuids"
            render={({ field }) => (
              <MultiSelect
                label={t('bots.chooseKnowledge')}
                placeholder={field.value?.length ? '' : t('bots.chooseKnowledgePlaceholder')}
                data={bases.items.map(({ uuid, name }) => ({ value: uuid, label: name }))}
                value={(field.value ?? []) as string[]}
                onChange={field.onChange}
                onBlur={field.onBlur}
                searchable
              />
            )}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('bots.noKnowledgeYet')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending || fromTemplate.isPending}>
            {t('bots.createAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TemplateChoiceProps {
  value: string;
  /** Stands for a bot without a template. */
  blank: string;
  /** `name`: what the template would call the bot; empty for a blank one. */
  onChange: (value: string, name: string) => void;
}

/** Blank, or a template in the language of the interface. */
function TemplateChoice({ value, blank, onChange }: TemplateChoiceProps) {
  const { t, locale } = useWords();
  const templates = useQuery(templatesQuery);
  const own = templates.data?.items.filter((one) => one.locale === locale) ?? [];
  const nameOf = (chosen: string) => own.find(({ template }) => template === chosen)?.name ?? '';
  return (
    <Radio.Group
      label={t('botEditor.startWith')}
      value={value}
      onChange={(chosen) => onChange(chosen, nameOf(chosen))}
    >
      <div className={classes.choices}>
        <Choice value={blank} name={t('botEditor.blank')} text={t('botEditor.blankText')} />
        {own.map(({ template, name, description }) => (
          <Choice key={template} value={template} name={name} text={description} />
        ))}
        {templates.isPending && <Skeleton height={78} radius="md" />}
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
