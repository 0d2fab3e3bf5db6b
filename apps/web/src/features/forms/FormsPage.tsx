import { FORM_LANGUAGES, type FormLanguage } from '@hanasu/contract/form-definition';
import { createForm, FORM_TEMPLATES, type FormTemplate, type FormView } from '@hanasu/contract/forms';
import {
  Alert,
  Button,
  Group,
  Modal,
  Radio,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { useRowsMark } from '../../shell/mark-rows.ts';
import { FormMenu, FormStateBadge, SubmissionsLink } from './FormMenu.tsx';
import { FORMS_PAGE_SIZE, formListQuery, useCreateForm } from './forms.queries.ts';

/** All forms of the account, with what was sent by them. */
export function FormsPage() {
  const { t } = useWords();
  const { q, page = 1, archived, create } = useSearch({ from: '/_default/Channel/custom_form/' });
  const navigate = useNavigate({ from: '/Channel/custom_form/' });
  const forms = useQuery(formListQuery({ q, page, archived }));
  const items = forms.data?.items ?? [];
  useRowsMark(items.length > 0);
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  const isEmpty = forms.data?.total === 0 && !q && !archived;
  const add = (
    <Can endpoint={createForm}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('forms.create')}
      </Button>
    </Can>
  );
  return (
    <PageFrame title={t('forms.title')} purpose={t('forms.purpose')} actions={!isEmpty && add}>
      <Stack gap="md">
        <Tools />
        {forms.isError && <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />}
        {forms.isPending && <Skeleton height={220} radius="lg" aria-hidden />}
        {isEmpty && (
          <EmptyState drawing="form" title={t('forms.empty')} text={t('forms.emptyText')} action={add} />
        )}
        {forms.data && items.length === 0 && !isEmpty && (
          <EmptyState
            icon={q ? 'search-x' : 'archive'}
            title={q ? t('shell.nothingFound', { query: q }) : t('forms.noneArchived')}
          />
        )}
        {items.length > 0 && <FormTable items={items} />}
        <Pager
          page={page}
          pageSize={FORMS_PAGE_SIZE}
          total={forms.data?.total ?? 0}
          label={t('forms.title')}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
      </Stack>
      <CreateForm opened={create === true} onClose={() => setCreate(false)} />
    </PageFrame>
  );
}

function Tools() {
  const { t } = useWords();
  const { q, archived } = useSearch({ from: '/_default/Channel/custom_form/' });
  const navigate = useNavigate({ from: '/Channel/custom_form/' });
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, q: value || undefined, page: undefined }), replace: true });
  }, 250);
  return (
    <Group gap="lg">
      <TextInput
        leftSection={<Icon name="search" />}
        placeholder={t('forms.search')}
        aria-label={t('forms.search')}
        defaultValue={q ?? ''}
        maxLength={200}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <Switch
        label={t('forms.showArchived')}
        checked={archived === true}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          void navigate({
            search: (old) => ({ ...old, archived: isOn || undefined, page: undefined }),
            replace: true,
          });
        }}
      />
    </Group>
  );
}

function FormTable({ items }: { items: readonly FormView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('forms.title')}>
      <thead>
        <tr>
          <th>{t('forms.name')}</th>
          <th data-fit>{t('forms.state')}</th>
          <th data-number>{t('forms.submissions')}</th>
          <th data-minor>{t('forms.createdBy')}</th>
          <th data-fit>
            <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((form) => (
          <FormRow key={form.uuid} form={form} />
        ))}
      </tbody>
    </DataTable>
  );
}

function FormRow({ form }: { form: FormView }) {
  const { t } = useWords();
  const format = useFormat();
  const { uuid, name, state, version, hasChanges, submissions, createdBy, createdAt } = form;
  return (
    <tr>
      <td>
        <Link to="/Channel/custom_form/$uuid" params={{ uuid }} className={cellClasses.main}>
          {name}
        </Link>
        <div className={cellClasses.sub}>
          {version === null ? t('forms.noVersion') : t('forms.version', { number: format.number(version) })}
          {version !== null && hasChanges && ` · ${t('forms.hasChanges')}`}
        </div>
      </td>
      <td data-fit>
        <FormStateBadge state={state} />
      </td>
      <td data-number>
        <SubmissionsLink uuid={uuid}>
          {format.number(submissions.total)}
          {submissions.fresh > 0 && (
            <div className={cellClasses.sub}>
              {t('forms.fresh', { count: submissions.fresh, number: format.number(submissions.fresh) })}
            </div>
          )}
        </SubmissionsLink>
      </td>
      <td data-minor>
        {createdBy?.name ?? '—'}
        <div className={cellClasses.sub}>{format.date(createdAt)}</div>
      </td>
      <td data-fit>
        <FormMenu form={form} />
      </td>
    </tr>
  );
}

interface CreateFormProps {
  opened: boolean;
  onClose: () => void;
}

/** A name, a template and the language of its words; everything else can be changed on the next page. */
function CreateForm({ opened, onClose }: CreateFormProps) {
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
