import { FORM_LANGUAGES, type FormLanguage } from '@hanasu/contract/form-definition';
import type { FormWithDraft } from '@hanasu/contract/forms';
import { ActionIcon, Alert, Button, Group, Menu, SegmentedControl, Skeleton, Tabs } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formQuery } from '../../../entities/form/forms.queries.ts';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { UndoButtons, useUndoKeys } from '../../../shell/draft/UndoButtons.tsx';
import { UnstoredFields } from '../../../shell/draft/unstored-fields.ts';
import { VersionsDrawer } from '../../../shell/draft/VersionsDrawer.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { FormMenu, FormStateBadge, SubmissionsLink } from '../FormMenu.tsx';
import { loadVersions } from '../forms.queries.ts';
import { DraftBar } from './DraftBar.tsx';
import classes from './FormEdit.module.css';
import { FormContents, FormDifferences } from './FormVersion.tsx';
import { countMissing, type Gap, isGap } from './form-draft.ts';
import { PreviewTab } from './PreviewTab.tsx';
import { QuestionsTab } from './QuestionsTab.tsx';
import { type ActionListType, SettingsTab } from './SettingsTab.tsx';
import { EditingContext, type FormDraft, useEditing, useFormDraft } from './use-form-draft.ts';

const FORM_TABS = ['questions', 'settings', 'preview'] as const;

interface FormEditPageProps {
  /** Of another feature. */
  ActionList: ActionListType;
}

export function FormEditPage({ ActionList }: FormEditPageProps) {
  const { uuid } = useParams({ from: '/_bot-edit/Channel/custom_form/$uuid/' });
  const form = useQuery(formQuery(uuid));
  if (isApiError(form.error, 'not_found')) return <NotFoundPage />;
  if (form.isError)
    return (
      <div className={classes.fault}>
        <ErrorNotice error={form.error} onRetry={() => void form.refetch()} />
      </div>
    );
  if (!form.data) return <Skeleton height={52} aria-hidden />;
  return <FormEditor key={form.data.uuid} form={form.data} ActionList={ActionList} />;
}

/** The draft, saved as it is edited; customers see it once it is published. */
function FormEditor({ form, ActionList }: FormEditPageProps & { form: FormWithDraft }) {
  const { t } = useWords();
  const { tab = 'questions' } = useSearch({ from: '/_bot-edit/Channel/custom_form/$uuid/' });
  const navigate = useNavigate({ from: '/Channel/custom_form/$uuid/' });
  const formDraft = useFormDraft(form);
  const { draft, edit, undo, mayEdit } = formDraft;
  const [wanted, setLanguage] = useState<FormLanguage | null>(null);
  const language = draft.languages.find((one) => one === wanted) ?? draft.languages[0] ?? 'en';
  const [gaps, setGaps] = useState<readonly Gap[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  usePageTitle(form.name);
  useUndoKeys(formDraft);
  useHotkeys([[SHORTCUTS.save.keys[0], () => void formDraft.flush()]], []);
  const show = (next: (typeof FORM_TABS)[number]) =>
    void navigate({ search: (old) => ({ ...old, tab: next }), replace: true });
  return (
    <EditingContext value={{ draft, edit, undo, mayEdit, language }}>
      <div className={classes.page}>
        <FormHeader form={form} formDraft={formDraft} />
        <Tabs
          className={classes.tabs ?? ''}
          value={tab}
          onChange={(value) => show(FORM_TABS.find((name) => name === value) ?? 'questions')}
          keepMounted={false}
        >
          <div className={classes.top}>
            <Tabs.List aria-label={t('formEditor.parts')} className={classes.tabList ?? ''}>
              {FORM_TABS.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t(`formEditor.tabs.${name}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <LanguageSwitch onChoose={setLanguage} />
          </div>
          {!mayEdit && <ViewOnlyNotice />}
          <Conflict formDraft={formDraft} />
          <Tabs.Panel value="questions" className={classes.panel ?? ''}>
            <UnstoredFields value={formDraft.reportUnstored}>
              <QuestionsTab form={form} gaps={gaps} chosen={chosen} onChoose={setChosen} />
            </UnstoredFields>
          </Tabs.Panel>
          <Tabs.Panel value="settings" className={classes.scrolled ?? ''}>
            <SettingsTab form={form} ActionList={ActionList} />
          </Tabs.Panel>
          <Tabs.Panel value="preview" className={classes.panel ?? ''}>
            <PreviewTab form={form} />
          </Tabs.Panel>
        </Tabs>
        {mayEdit && (
          <DraftBar
            form={form}
            formDraft={formDraft}
            gaps={gaps.filter((gap) => isGap(draft, gap))}
            onGaps={(found) => {
              setGaps(found);
              const first = found.find(({ key }) => key !== null);
              if (found.length > 0) show('questions');
              if (first) setChosen(first.key);
              setLanguage(draft.languages[0] ?? null);
            }}
          />
        )}
      </div>
      <LeaveGuard when={formDraft.state !== 'saved'} save={formDraft.flush} />
    </EditingContext>
  );
}

function FormHeader({ form, formDraft }: { form: FormWithDraft; formDraft: FormDraft }) {
  const { t } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const [isShown, versions] = useDisclosure(false);
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{form.name}</h1>
      <div className={classes.badges}>
        <FormStateBadge state={form.state} />
        <span className={classes.submissions}>
          <SubmissionsLink uuid={form.uuid}>
            {t('formEditor.submissions', {
              count: form.submissions.total,
              number: format.number(form.submissions.total),
            })}
          </SubmissionsLink>
        </span>
      </div>
      {formDraft.mayEdit && <UndoButtons steps={formDraft} size={36} />}
      <FormMenu
        form={form}
        onDeleted={() => void navigate({ to: '/Channel/custom_form', ignoreBlocker: true })}
        onVersions={versions.open}
      />
      <VersionsDrawer
        opened={isShown}
        onClose={versions.close}
        current={form.version}
        hasChanges={form.hasChanges || formDraft.state !== 'saved'}
        queryKey={['forms', 'versions', form.uuid]}
        load={(page, signal) => loadVersions(form.uuid, page, signal)}
        show={(definition) => <FormContents definition={definition} />}
        compare={(definition) => <FormDifferences definition={definition} />}
        onRestore={formDraft.mayEdit ? (definition) => formDraft.edit(() => definition) : undefined}
      />
    </header>
  );
}

/** In which language texts are written now, and which languages the form has. */
function LanguageSwitch({ onChoose }: { onChoose: (language: FormLanguage) => void }) {
  const { t } = useWords();
  const { draft, edit, mayEdit, language } = useEditing();
  const { languages } = draft;
  const setLanguages = (next: FormLanguage[]) => edit((before) => ({ ...before, languages: next }));
  return (
    <Group gap={6} wrap="nowrap" className={classes.languages ?? ''}>
      {languages.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('formEditor.language')}
          value={language}
          onChange={(value) => onChoose(languages.find((one) => one === value) ?? language)}
          data={languages.map((one) => {
            const missing = countMissing(draft, one);
            const name = LOCALE_NAMES[one];
            return {
              value: one,
              label: missing > 0 ? t('formEditor.languageMissing', { name, count: missing }) : name,
            };
          })}
        />
      )}
      {mayEdit && (
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('formEditor.languages')}>
              <Icon name="languages" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {FORM_LANGUAGES.filter((one) => !languages.includes(one)).map((one) => (
              <Menu.Item
                key={one}
                leftSection={<Icon name="plus" size={14} />}
                onClick={() => {
                  setLanguages([...languages, one]);
                  onChoose(one);
                }}
              >
                {t('formEditor.languageAdd', { name: LOCALE_NAMES[one] })}
              </Menu.Item>
            ))}
            {languages.length > 1 && language !== languages[0] && (
              <>
                <Menu.Item
                  leftSection={<Icon name="arrow-up" size={14} />}
                  onClick={() => setLanguages([language, ...languages.filter((one) => one !== language)])}
                >
                  {t('formEditor.languageFirst', { name: LOCALE_NAMES[language] })}
                </Menu.Item>
                <Menu.Item
                  leftSection={<Icon name="x" size={14} />}
                  onClick={() => setLanguages(languages.filter((one) => one !== language))}
                >
                  {t('formEditor.languageRemove', { name: LOCALE_NAMES[language] })}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** Somebody else has saved the form while it was edited here. */
function Conflict({ formDraft: { state, takeTheirs, keepMine } }: { formDraft: FormDraft }) {
  const { t } = useWords();
  if (state !== 'changed') return null;
  return (
    <Alert color="orange" role="alert" m="sm" icon={<Icon name="users" />} title={t('formEditor.conflict')}>
      {t('formEditor.conflictText')}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => void takeTheirs()}>
          {t('formEditor.takeTheirs')}
        </Button>
        <Button size="xs" onClick={() => void keepMine()}>
          {t('formEditor.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}
