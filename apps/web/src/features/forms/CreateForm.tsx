import { FORM_LANGUAGES, type FormLanguage } from '@hanasu/contract/form-definition';
import { createForm, FORM_TEMPLATES, type FormTemplate } from '@hanasu/contract/forms';
import { Alert, Button, Group, Modal, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { useCreateForm } from './forms.queries.ts';

interface CreateFormProps {
  opened: boolean;
  onClose: () => void;
}

/** A name, a template and the language of its words; everything else can be changed on the next page. */
export function CreateForm({ opened, onClose }: CreateFormProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('forms.createTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Fields onClose={onClose} />
    </Modal>
  );
}

const NameShape = createForm.body.shape.name;

function Fields({ onClose }: Pick<CreateFormProps, 'onClose'>) {
  const { t, locale } = useWords();
  const [template, setTemplate] = useState<FormTemplate>('contact');
  const [language, setLanguage] = useState<FormLanguage>(locale);
  /** Null: that of the template. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const create = useCreateForm();
  const navigate = useNavigate();
  const name = typed ?? (template === 'empty' ? '' : t(`forms.templates.${template}.name`));
  const isTaken = isApiError(create.error, 'name_taken');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!NameShape.safeParse(name).success || create.isPending) return;
    create.mutate(
      { name, template, language },
      {
        onSuccess: ({ uuid }) => void navigate({ to: '/Channel/custom_form/$uuid', params: { uuid } }),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {create.error && !isTaken && (
          <Alert color="red" role="alert">
            {errorMessage(create.error)}
          </Alert>
        )}
        <Radio.Group
          label={t('forms.template')}
          value={template}
          onChange={(value) => setTemplate(FORM_TEMPLATES.find((one) => one === value) ?? 'empty')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {FORM_TEMPLATES.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`forms.templates.${one}.name`)}
                description={t(`forms.templates.${one}.text`)}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <TextInput
          label={t('forms.name')}
          description={t('forms.nameHelp')}
          data-autofocus
          maxLength={80}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isTaken ? errorMessage(create.error) : isChecked && !name.trim() && t('fields.required')}
        />
        <Select
          label={t('forms.language')}
          description={t('forms.languageHelp')}
          allowDeselect={false}
          data={FORM_LANGUAGES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
          value={language}
          onChange={(value) => setLanguage(FORM_LANGUAGES.find((one) => one === value) ?? 'en')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('forms.createAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
