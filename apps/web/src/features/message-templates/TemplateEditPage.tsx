import { changeMessageTemplate, type MessageTemplateView } from '@hanasu/contract/message-templates';
import { Alert, Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isSendable } from '../../entities/message/compose/content.ts';
import { MessageComposer } from '../../entities/message/compose/MessageComposer.tsx';
import { useMessagePreview } from '../../entities/message/preview/use-message-preview.ts';
import { messageTemplateQuery, useChangeTemplate } from '../../entities/message/templates.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ViewOnlyNotice } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { SaveBar } from '../../shell/components/SaveBar.tsx';
import { NotFoundPage } from '../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../shell/layout/Breadcrumbs.tsx';
import { LeaveGuard } from '../../shell/layout/LeaveGuard.tsx';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { useIsForbidden } from '../../shell/use-permission.ts';
import { type KeptChanges, readKept, writeKept } from './kept-changes.ts';
import { TemplateActions } from './TemplateActions.tsx';
import classes from './Templates.module.css';
import { Versions } from './Versions.tsx';

export function TemplateEditPage() {
  const { uuid } = useParams({ from: '/_bot-edit/Channel/message-template/$uuid/' });
  const template = useQuery(messageTemplateQuery(uuid));
  if (isApiError(template.error, 'not_found')) return <NotFoundPage />;
  if (template.isError)
    return (
      <div className={classes.fault}>
        <ErrorNotice error={template.error} onRetry={() => void template.refetch()} />
      </div>
    );
  if (!template.data) return <Skeleton height={52} aria-hidden />;
  return <TemplateEditor key={template.data.uuid} template={template.data} />;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const fromTemplate = ({ name, content, version }: MessageTemplateView): KeptChanges => ({
  name,
  content,
  version,
});
const keepsChanges = async (): Promise<boolean> => true;

/** Unsaved changes, kept in the browser until they are saved. */
function useTemplateChanges(template: MessageTemplateView) {
  const { uuid } = template;
  const saved = fromTemplate(template);
  const [kept] = useState(() => readKept(uuid));
  /** `base`: what it was made from; null: an earlier version than there is now. */
  const [{ changes, base }, setState] = useState<{ changes: KeptChanges; base: KeptChanges | null }>({
    changes: kept ?? saved,
    base: kept && kept.version !== saved.version ? null : saved,
  });
  const isDirty = !base || changes.name !== base.name || !isSame(changes.content, base.content);
  const start = (from: KeptChanges) => setState({ changes: from, base: from });
  // A version saved elsewhere, or restored, is taken over while nothing was changed here.
  if (!isDirty && !isSame(base, saved)) start(saved);
  // Written at once: a page that is closed does not wait.
  useEffect(() => writeKept(uuid, isDirty ? changes : null), [uuid, changes, isDirty]);
  return {
    changes,
    isDirty,
    isResumed: kept !== null,
    isBehind: isDirty && changes.version !== saved.version,
    change: (more: Partial<KeptChanges>) =>
      setState((old) => ({ ...old, changes: { ...old.changes, ...more } })),
    start,
    discard: () => start(saved),
  };
}

function TemplateEditor({ template }: { template: MessageTemplateView }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const mayEdit = !useIsForbidden(changeMessageTemplate);
  const { refetch } = useQuery(messageTemplateQuery(template.uuid));
  const { changes, isDirty, isResumed, isBehind, change, start, discard } = useTemplateChanges(template);
  const [isChecked, setChecked] = useState(false);
  const save = useChangeTemplate();
  const preview = useMessagePreview(changes.content);
  usePageTitle(template.name);
  const isTaken = isApiError(save.error, 'name_taken');
  const isOvertaken = isBehind || isApiError(save.error, 'message_template_changed');
  /** `version`: the one that is replaced. */
  const run = (version = changes.version) => {
    setChecked(true);
    if (!changes.name.trim() || !isSendable(changes.content)) {
      toasts.add({ title: t('messageTemplates.lookAgain'), color: 'error' });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const { name, content } = changes;
    save.mutate(
      { uuid: template.uuid, body: { name, content, version } },
      {
        onSuccess: (next) => {
          setChecked(false);
          start(fromTemplate(next));
          toasts.add({ title: t('messageTemplates.saved', { number: next.version }) }, 'saved');
        },
        onError: (error) => {
          if (isApiError(error, 'message_template_changed')) void refetch();
        },
      },
    );
  };
  const discardAll = () => {
    save.reset();
    setChecked(false);
    discard();
  };
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Breadcrumbs inline />
        <h1 className={classes.name}>{template.name}</h1>
        <Versions template={template} isDirty={isDirty} mayEdit={mayEdit} />
        <TemplateActions
          template={template}
          onDeleted={() => void navigate({ to: '/Channel/message-template', ignoreBlocker: true })}
        />
      </header>
      <div className={classes.scrolled}>
        <MessageComposer
          value={changes.content}
          onChange={(content) => change({ content })}
          preview={preview}
          mayEdit={mayEdit}
          isChecked={isChecked}
          media={template.media}
        >
          {!mayEdit && <ViewOnlyNotice />}
          {isOvertaken && (
            <Conflict
              template={template}
              isSaving={save.isPending}
              onTheirs={discardAll}
              onMine={() => run(template.version)}
            />
          )}
          {isResumed && isDirty && !isOvertaken && (
            <Alert color="yellow" role="status">
              {t('messageTemplates.resumed')}
            </Alert>
          )}
          {save.error && !isTaken && !isOvertaken && (
            <Alert color="red" role="alert">
              {errorMessage(save.error)}
            </Alert>
          )}
          <TextInput
            label={t('messageTemplates.name')}
            description={t('messageTemplates.nameHelp')}
            value={changes.name}
            maxLength={80}
            readOnly={!mayEdit}
            error={isTaken ? errorMessage(save.error) : !changes.name.trim() && t('fields.required')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </MessageComposer>
      </div>
      <SaveBar
        dirty={isDirty && mayEdit}
        pending={save.isPending}
        onSave={() => run()}
        onDiscard={discardAll}
      />
      {/* Nothing is lost within the application, so only the browser asks. */}
      <LeaveGuard when={isDirty && !save.isPending} save={keepsChanges} />
    </div>
  );
}

interface ConflictProps {
  template: MessageTemplateView;
  isSaving: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Another user has saved it while it was changed here. */
function Conflict({ template, isSaving, onTheirs, onMine }: ConflictProps) {
  const { t } = useWords();
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<Icon name="users" />}
      title={t('messageTemplates.conflict', { name: template.changedBy?.name ?? '—' })}
    >
      {t('messageTemplates.conflictText')}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('messageTemplates.takeTheirs')}
        </Button>
        <Button size="xs" loading={isSaving} onClick={onMine}>
          {t('messageTemplates.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}
