import type { KnowledgeId } from '@hanasu/contract/ids';
import { DocumentId } from '@hanasu/contract/ids';
import type { Expected } from '@hanasu/contract/question-sets';
import { Alert, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { documentsQuery } from '../../entities/knowledge/documents.queries.ts';
import { useWords } from '../../i18n/use-words.ts';

export interface QuestionValues {
  question: string;
  text: string;
  document: string | null;
}

export const toExpected = ({ text, document }: QuestionValues): Expected => ({
  text: text.trim(),
  documentUuid: document === null ? null : DocumentId.parse(document),
});

interface QuestionFieldsProps {
  form: UseFormReturn<QuestionValues>;
  knowledgeUuid: KnowledgeId;
}

/** A question and what must be found for it: words, or a document. */
export function QuestionFields({ form, knowledgeUuid }: QuestionFieldsProps) {
  const { t } = useWords();
  const documents = useQuery(documentsQuery(knowledgeUuid));
  const { errors } = form.formState;
  return (
    <Stack gap="md">
      <Textarea
        label={t('questionSets.question')}
        autosize
        minRows={2}
        maxLength={1_000}
        data-autofocus
        {...form.register('question', { validate: (value) => value.trim() !== '' || t('fields.required') })}
        error={errors.question?.message}
      />
      <Textarea
        label={t('questionSets.text')}
        description={t('questionSets.textHelp')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        {...form.register('text', {
          validate: (value, values) =>
            value.trim() !== '' || values.document !== null || t('questionSets.textOrDocument'),
        })}
        error={errors.text?.message}
      />
      <Controller
        control={form.control}
        name="document"
        render={({ field }) => (
          <Select
            label={t('questionSets.document')}
            description={t('questionSets.documentHelp')}
            clearable
            searchable
            data={(documents.data?.items ?? []).map(({ uuid, title }) => ({ value: uuid, label: title }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {errors.root?.message && (
        <Alert color="red" role="alert">
          {errors.root.message}
        </Alert>
      )}
    </Stack>
  );
}
