import { FormSettings, type FormWords } from '@hanasu/contract/form-definition';
import { changeForm, type FormWithDraft } from '@hanasu/contract/forms';
import { Alert, Button, Radio, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ComponentType, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { UnstoredFields, useUnstoredFields } from '../../../shell/draft/unstored-fields.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useChangeForm, useRevokeLinks } from '../forms.queries.ts';
import { useFormAddress } from '../use-form-address.ts';
import classes from './FieldPanel.module.css';
import { LimitFields, ShopFields } from './SettingsFields.tsx';
import { useEditing } from './use-form-draft.ts';
import { WordsInput } from './WordsInput.tsx';

type Actions = FormSettings['actions'];
/** The list of actions that rules have, too. Null: one of them is not chosen to the end. */
export type ActionListType = ComponentType<{
  actions: Actions;
  isChecked: boolean;
  onChange: (actions: Actions | null) => void;
}>;

interface SettingsTabProps {
  form: FormWithDraft;
  ActionList: ActionListType;
}

interface Values {
  readonly name: string;
  readonly slug: string;
  readonly settings: FormSettings;
}
const valuesOf = ({ name, slug, settings }: FormWithDraft): Values => ({ name, slug, settings });
const isSame = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);
const Shape = changeForm.body.shape;

/** How the form is answered. What stands here counts once it is saved; the texts are part of the draft. */
export function SettingsTab({ form, ActionList }: SettingsTabProps) {
  const { t } = useWords();
  const { mayEdit } = useEditing();
  const [values, setValues] = useState(() => valuesOf(form));
  const [isWhole, setWhole] = useState(true);
  const [isChecked, setChecked] = useState(false);
  /** Begins the list of actions anew. */
  const [round, setRound] = useState(0);
  const save = useChangeForm();
  const { settings } = values;
  const address = useFormAddress(values.slug);
  const { unstored, report } = useUnstoredFields();
  const isDirty = !isWhole || unstored !== null || !isSame(values, valuesOf(form));
  const set = (changes: Partial<FormSettings>) =>
    setValues((old) => ({ ...old, settings: { ...old.settings, ...changes } }));
  const problems = {
    name: isApiError(save.error, 'name_taken')
      ? errorMessage(save.error)
      : !Shape.name.safeParse(values.name).success && t('fields.required'),
    slug: isApiError(save.error, 'slug_taken')
      ? errorMessage(save.error)
      : !Shape.slug.safeParse(values.slug).success && t('formSettings.slugWrong'),
    period:
      settings.from !== null &&
      settings.until !== null &&
      settings.from >= settings.until &&
      t('formSettings.periodWrong'),
    shop: !FormSettings.shape.shop.safeParse(settings.shop).success,
    limits: [settings.total, settings.perPerson].some(Number.isNaN),
  };
  const submit = () => {
    setChecked(true);
    if (!isWhole || problems.period || problems.shop || problems.limits) return;
    if (!Shape.name.safeParse(values.name).success) return;
    if (!Shape.slug.safeParse(values.slug).success) return;
    const onSuccess = (saved: FormWithDraft) => {
      setValues(valuesOf(saved));
      setChecked(false);
      toasts.add({ title: t('formSettings.saved') });
    };
    save.mutate({ uuid: form.uuid, body: values }, { onSuccess });
  };
  const discard = () => {
    setValues(valuesOf(form));
    setWhole(true);
    setChecked(false);
    setRound((old) => old + 1);
    save.reset();
  };
  const isOther =
    save.error && !isApiError(save.error, 'name_taken') && !isApiError(save.error, 'slug_taken');
  return (
    <>
      <fieldset disabled={!mayEdit} className={classes.fields}>
        {isOther && (
          <Alert color="red" role="alert">
            {errorMessage(save.error)}
          </Alert>
        )}
        <DraftTexts />
        <SettingsSection title={t('formSettings.address')} text={t('formSettings.addressText')}>
          <Stack gap="md">
            <TextInput
              label={t('forms.name')}
              description={t('forms.nameHelp')}
              maxLength={80}
              value={values.name}
              error={problems.name}
              onChange={(event) => {
                const name = event.currentTarget.value;
                setValues((old) => ({ ...old, name }));
              }}
            />
            <TextInput
              label={t('formSettings.slug')}
              description={address}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoCapitalize="off"
              spellCheck={false}
              maxLength={60}
              value={values.slug}
              error={problems.slug}
              onChange={(event) => {
                const slug = event.currentTarget.value.toLowerCase();
                setValues((old) => ({ ...old, slug }));
              }}
            />
          </Stack>
        </SettingsSection>
        <ShopFields settings={settings} accountName={form.accountName} onChange={set} />
        <UnstoredFields value={report}>
          <LimitFields settings={settings} periodProblem={problems.period} onChange={set} />
        </UnstoredFields>
        <SettingsSection title={t('formSettings.conflict')} text={t('formSettings.conflictText')}>
          <Radio.Group
            aria-label={t('formSettings.conflict')}
            value={settings.conflict}
            onChange={(value) => set({ conflict: value === 'replace' ? 'replace' : 'keep' })}
          >
            <Stack gap="xs">
              <Radio value="keep" label={t('formSettings.keep')} />
              <Radio value="replace" label={t('formSettings.replace')} />
            </Stack>
          </Radio.Group>
        </SettingsSection>
        <SettingsSection title={t('formSettings.actions')} text={t('formSettings.actionsText')}>
          <ActionList
            key={round}
            actions={settings.actions}
            isChecked={isChecked}
            onChange={(actions) => {
              setWhole(actions !== null);
              if (actions) set({ actions });
            }}
          />
        </SettingsSection>
        <SettingsSection title={t('formSettings.reply')} text={t('formSettings.replyText')}>
          <WordsInput
            label={t('formSettings.replyWords')}
            value={settings.reply}
            max={1_000}
            isLong
            onChange={(reply) => set({ reply })}
          />
        </SettingsSection>
        <Sites slug={form.slug} sites={settings.sites} onChange={(sites) => set({ sites })} />
      </fieldset>
      <Can endpoint={changeForm}>
        <RevokeLinks form={form} />
        <SaveBar dirty={isDirty} pending={save.isPending} onSave={submit} onDiscard={discard} />
      </Can>
      <LeaveGuard when={isDirty} />
    </>
  );
}

/** Texts around the questions: part of the draft, so that they go out with the next version. */
function DraftTexts() {
  const { t } = useWords();
  const { draft, edit } = useEditing();
  const field = (part: 'submit' | 'thanks' | 'closed', max: number) => (
    <WordsInput
      label={t(`formSettings.texts.${part}`)}
      value={draft[part]}
      max={max}
      isLong={part !== 'submit'}
      onChange={(words: FormWords) => edit((before) => ({ ...before, [part]: words }), part)}
    />
  );
  return (
    <SettingsSection title={t('formSettings.texts.title')} text={t('formSettings.texts.text')}>
      <Stack gap="md">
        {field('submit', 60)}
        {field('thanks', 1_000)}
        {field('closed', 1_000)}
      </Stack>
    </SettingsSection>
  );
}

interface SitesProps {
  slug: string;
  sites: readonly string[];
  onChange: (sites: string[]) => void;
}

const SITES_MAX = 20;
/** What was pasted may be a whole address. */
const originOf = (typed: string): string =>
  URL.parse(/^https?:\/\//.test(typed) ? typed : `https://${typed}`)?.origin ?? typed;
const isSite = (site: string): boolean => FormSettings.shape.sites.safeParse([site]).success;

/** Where the form may be shown in a frame, and how it gets there. */
function Sites({ slug, sites, onChange }: SitesProps) {
  const { t } = useWords();
  const [isWrong, setWrong] = useState(false);
  const snippet = `<iframe src="${useFormAddress(slug)}" title="${t('forms.title')}" width="100%" height="800" style="border:0"></iframe>`;
  return (
    <SettingsSection title={t('formSettings.sites')} text={t('formSettings.sitesText')}>
      <Stack gap="md">
        <TagsInput
          label={t('formSettings.siteList')}
          placeholder={sites.length === 0 ? 'https://example.com' : ''}
          value={[...sites]}
          maxTags={SITES_MAX}
          acceptValueOnBlur
          splitChars={[',', ' ']}
          error={isWrong && t('formSettings.siteWrong')}
          onChange={(typed) => {
            const origins = [...new Set(typed.map(originOf))];
            setWrong(!origins.every(isSite));
            onChange(origins.filter(isSite));
          }}
        />
        {sites.length > 0 && (
          <>
            <Textarea label={t('formSettings.snippet')} readOnly autosize value={snippet} />
            <CopyButton value={snippet}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
                  onClick={copy}
                >
                  {t(copied ? 'formSettings.snippetCopied' : 'formSettings.snippetCopy')}
                </Button>
              )}
            </CopyButton>
          </>
        )}
      </Stack>
    </SettingsSection>
  );
}

function RevokeLinks({ form: { uuid, name } }: Pick<SettingsTabProps, 'form'>) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const revoke = useRevokeLinks();
  return (
    <SettingsSection title={t('formSettings.links')} text={t('formSettings.linksText')} tone="danger">
      <Button variant="outline" color="red" onClick={dialog.open}>
        {t('formSettings.revoke')}
      </Button>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        title={t('formSettings.revokeTitle')}
        action={t('formSettings.revoke')}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(uuid, {
            onSuccess: () => {
              dialog.close();
              toasts.add({ title: t('formSettings.revoked') });
            },
          })
        }
      >
        {t('formSettings.revokeText', { name })}
      </ConfirmDelete>
    </SettingsSection>
  );
}
