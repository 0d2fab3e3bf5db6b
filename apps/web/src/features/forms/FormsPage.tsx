import { FORM_LANGUAGES, type FormLanguage } from '@hanasu/contract/form-definition';
import { createForm, FORM_TEMPLATES, type FormTemplate, type FormView } from '@hanasu/contract/forms';
import { Button, Group, Radio, Select, SimpleGrid, Switch, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ListPage, ListSearch, useNothingFound } from '../../shell/components/ListPage.tsx';
import { NameDialog, NameForm } from '../../shell/components/NameForm.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
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
  const nothingFound = useNothingFound(q);
  return (
    <ListPage
      title={t('forms.title')}
      purpose={t('forms.purpose')}
      query={forms}
      isEmpty={isEmpty}
      empty={{ drawing: 'form', title: t('forms.empty'), text: t('forms.emptyText'), action: add }}
      nothing={q ? nothingFound : { icon: 'archive', title: t('forms.noneArchived') }}
      add={add}
      tools={<Tools />}
      page={page}
      pageSize={FORMS_PAGE_SIZE}
      total={forms.data?.total ?? 0}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      dialog={
        <NameDialog
          opened={create === true}
          onClose={() => setCreate(false)}
          size="lg"
          title={t('forms.createTitle')}
        >
          <CreateFields onClose={() => setCreate(false)} />
        </NameDialog>
      }
    >
      {items.length > 0 && <FormTable items={items} />}
    </ListPage>
  );
}

function Tools() {
  const { t } = useWords();
  const { q, archived } = useSearch({ from: '/_default/Channel/custom_form/' });
  const navigate = useNavigate({ from: '/Channel/custom_form/' });
  const show = (next: { q?: string | undefined; archived?: true | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next, page: undefined }), replace: true });
  return (
    <Group gap="lg">
      <ListSearch label={t('forms.search')} q={q} onSearch={(next) => show({ q: next })} />
      <Switch
        label={t('forms.showArchived')}
        checked={archived === true}
        onChange={(event) => show({ archived: event.currentTarget.checked || undefined })}
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

/** A name, a template and the language of its words; everything else can be changed on the next page. */
function CreateFields({ onClose }: { onClose: () => void }) {
  const { t, locale } = useWords();
  const [template, setTemplate] = useState<FormTemplate>('contact');
  const [language, setLanguage] = useState<FormLanguage>(locale);
  const create = useCreateForm();
  const navigate = useNavigate();
  return (
    <NameForm
      label={t('forms.name')}
      help={t('forms.nameHelp')}
      first={template === 'empty' ? '' : t(`forms.templates.${template}.name`)}
      action={t('forms.createAction')}
      isPending={create.isPending}
      error={create.error}
      onCancel={onClose}
      onName={(name) =>
        create.mutate(
          { name, template, language },
          { onSuccess: ({ uuid }) => void navigate({ to: '/Channel/custom_form/$uuid', params: { uuid } }) },
        )
      }
      above={
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
      }
      below={
        <Select
          label={t('forms.language')}
          description={t('forms.languageHelp')}
          allowDeselect={false}
          data={FORM_LANGUAGES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
          value={language}
          onChange={(value) => setLanguage(FORM_LANGUAGES.find((one) => one === value) ?? 'en')}
        />
      }
    />
  );
}
