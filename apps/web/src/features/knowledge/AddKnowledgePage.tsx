import { createKnowledge } from '@hanasu/contract/knowledge';
import { KNOWLEDGE_LANGUAGES } from '@hanasu/contract/knowledge-settings';
import { foldForSearch } from '@hanasu/contract/text';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { knowledgesQuery, useCreateKnowledge } from '../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { Can, ViewOnlyNotice } from '../../shell/components/Can.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { ChosenFiles } from './add/ChosenFiles.tsx';
import { FileDrop } from './add/FileDrop.tsx';
import { addUploads } from './uploads/uploads.ts';

const NAME_LENGTH = 80;

/** The name itself, or with the next number where another one has it: 「料金 (2)」. */
export function freeName(name: string, taken: readonly string[], most: number): string {
  const known = new Set(taken.map(foldForSearch));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const tried = `${name.slice(0, most - suffix.length)}${suffix}`;
    if (!known.has(foldForSearch(tried))) return tried;
  }
}

type Language = (typeof KNOWLEDGE_LANGUAGES)[number];

/** Name, language and files in one go: the base is made, its files go on uploading on the next page. */
export function AddKnowledgePage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [files, setFiles] = useState<File[]>([]);
  const [language, setLanguage] = useState<Language>('auto');
  const create = useCreateKnowledge();
  const form = useForm({
    resolver: zodResolver(createKnowledge.body.pick({ name: true })),
    defaultValues: { name: '' },
  });
  const { errors } = form.formState;
  const { data: bases } = useQuery(knowledgesQuery());
  const names = bases?.items.map(({ name }) => name) ?? [];
  const typed = useWatch({ control: form.control, name: 'name' }).trim();
  const isTaken = typed !== '' && freeName(typed, names, NAME_LENGTH) !== typed;

  const addFiles = (added: File[]) => {
    setFiles((old) => [...old, ...added]);
    // A base is mostly named after what it holds; a name of one's own stays.
    const first = added[0]?.name.replace(/\.[^.]*$/, '');
    if (first && !form.getValues('name').trim()) {
      const name = freeName(first, names, NAME_LENGTH);
      form.setValue('name', name, { shouldValidate: form.formState.isSubmitted });
    }
  };
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const base = await create.mutateAsync({
        name,
        ...(language === 'auto' ? {} : { settings: { language } }),
      });
      addUploads(base.uuid, files);
      await navigate({ to: '/Knowledge/$id/documents', params: { id: base.uuid } });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <PageFrame title={t('knowledge.addTitle')} purpose={t('knowledge.addPurpose')}>
      <Can endpoint={createKnowledge} otherwise={<ViewOnlyNotice />}>
        <form onSubmit={(event) => void submit(event)} noValidate>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <SettingsSection title={t('knowledge.basics')} text={t('knowledge.basicsText')}>
            <Stack gap="lg" maw={560}>
              <TextInput
                label={t('knowledge.name')}
                placeholder={t('knowledge.namePlaceholder')}
                autoFocus
                {...form.register('name')}
                {...(isTaken ? { description: t('knowledge.nameTaken') } : {})}
                error={errors.name?.message}
              />
              <Select
                label={t('documents.language')}
                description={t('documents.languageHelp')}
                allowDeselect={false}
                data={KNOWLEDGE_LANGUAGES.map((value) => ({
                  value,
                  label: t(`documents.languages.${value}`),
                }))}
                value={language}
                onChange={(value) => setLanguage(KNOWLEDGE_LANGUAGES.find((one) => one === value) ?? 'auto')}
              />
            </Stack>
          </SettingsSection>
          <SettingsSection title={t('knowledge.files')} text={t('knowledge.filesText')}>
            <Stack gap="xs">
              <FileDrop onFiles={addFiles} />
              <ChosenFiles
                files={files}
                onRemove={(file) => setFiles((old) => old.filter((each) => each !== file))}
              />
              <Group justify="flex-end" mt="xs">
                <Button type="submit" loading={create.isPending}>
                  {files.length > 0
                    ? t('knowledge.createWithFiles', { count: files.length })
                    : t('knowledge.create')}
                </Button>
              </Group>
            </Stack>
          </SettingsSection>
        </form>
      </Can>
    </PageFrame>
  );
}
