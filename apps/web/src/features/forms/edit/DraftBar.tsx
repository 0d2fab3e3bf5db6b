import type { FormWithDraft } from '@hanasu/contract/forms';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { SAVE_ICONS } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePublishForm } from '../forms.queries.ts';
import { ShareForm } from '../ShareForm.tsx';
import classes from './FormEdit.module.css';
import { type Gap, gapOf } from './form-draft.ts';
import type { FormDraft } from './use-form-draft.ts';

interface DraftBarProps {
  form: FormWithDraft;
  formDraft: Pick<FormDraft, 'state' | 'fault' | 'flush' | 'draft'>;
  /** What the last try to publish missed and is still missing. */
  gaps: readonly Gap[];
  onGaps: (gaps: readonly Gap[]) => void;
}

/** Whether the draft is saved, and whether customers see it. */
export function DraftBar({ form, formDraft, gaps, onGaps }: DraftBarProps) {
  const { t } = useWords();
  const [sharing, setSharing] = useState({ isOpen: false, news: '' });
  const { publish, isPending } = usePublish({
    form,
    formDraft,
    onGaps,
    onFirst: (news) => setSharing({ isOpen: true, news }),
  });
  const isBehind = form.version === null || form.hasChanges;
  return (
    <div className={classes.draftBar}>
      <SaveStateLine formDraft={formDraft} isBehind={isBehind} />
      {gaps.length > 0 && (
        <span className={classes.gaps} role="alert">
          {t('formEditor.gaps', { count: gaps.length })}
        </span>
      )}
      {isBehind && gaps.length === 0 && (
        <span className={classes.behind}>
          {t(form.version === null ? 'formEditor.notPublished' : 'forms.hasChanges')}
        </span>
      )}
      {isBehind && (
        <Button size="xs" loading={isPending} onClick={() => void publish()}>
          {t('formEditor.publish')}
        </Button>
      )}
      {!isBehind && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="share-2" size={14} />}
          onClick={() => setSharing({ isOpen: true, news: '' })}
        >
          {t('shareForm.open')}
        </Button>
      )}
      <ShareForm
        form={form}
        opened={sharing.isOpen}
        news={sharing.news}
        onClose={() => setSharing(({ news }) => ({ isOpen: false, news }))}
      />
    </div>
  );
}

interface SaveStateLineProps extends Pick<DraftBarProps, 'formDraft'> {
  isBehind: boolean;
}

/** Nothing where customers see all that is saved: there is no draft to speak of. */
function SaveStateLine({ formDraft: { state, fault }, isBehind }: SaveStateLineProps) {
  const { t } = useWords();
  const isSaid = isBehind || state !== 'saved';
  return (
    <span className={classes.state} data-state={state}>
      {isSaid && <Icon name={SAVE_ICONS[state]} size={15} />}
      <span role="status">
        {isSaid && t(`formEditor.saving.${state}`)}
        {state === 'failed' && ` ${errorMessage(fault)}`}
      </span>
    </span>
  );
}

interface PublishOptions extends Omit<DraftBarProps, 'gaps'> {
  /** It is published for the first time, which is to be said in these words. */
  onFirst: (words: string) => void;
}

function usePublish({ form, formDraft: { flush, draft }, onGaps, onFirst }: PublishOptions) {
  const { t } = useWords();
  const { mutateAsync, isPending } = usePublishForm();
  const publish = async () => {
    if (!(await flush())) {
      toasts.add({ title: t('formEditor.publishFirstSave'), color: 'error' });
      return;
    }
    try {
      const { version } = await mutateAsync(form.uuid);
      onGaps([]);
      const words = t('formEditor.published', { version: version ?? 1 });
      // Later versions are at the address that customers have already. A toast would stand over the QR code of the first.
      if (version === 1) onFirst(words);
      else toasts.add({ title: words }, 'published');
    } catch (error) {
      if (isApiError(error, 'form_incomplete'))
        onGaps(error.errors.flatMap(({ path }) => gapOf(draft, path) ?? []));
      else toasts.add({ title: errorMessage(error), color: 'error' });
    }
  };
  return { publish, isPending };
}
