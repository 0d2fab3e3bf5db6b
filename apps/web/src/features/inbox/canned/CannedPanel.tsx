import { CannedReplyInput, type CannedReplyView, createCannedReply } from '@hanasu/contract/inbox-work';
import type { MessageContent } from '@hanasu/contract/message-content';
import { ActionIcon, Button, Group, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ContentChoice } from '../../../entities/message/ContentChoice.tsx';
import { firstWords } from '../../../entities/message/first-words.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { cannedQuery } from '../inbox.queries.ts';
import { useDeleteCanned, useSaveCanned } from '../inbox-work.mutations.ts';
import classes from '../Panel.module.css';
import { PanelFrame } from '../PanelFrame.tsx';
import { CANNED_VARIABLES, fittingReplies } from './canned.ts';

/** Writes, changes and deletes canned replies. */
export function CannedPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const may = usePermission(createCannedReply);
  const { data, error, isPending, refetch } = useQuery(cannedQuery);
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<'new' | CannedReplyView['uuid'] | null>(null);
  const shown = fittingReplies(data ?? [], query);
  const add = may && (
    <Button size="sm" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t('canned.add')}
    </Button>
  );
  return (
    <PanelFrame
      title={t('canned.title')}
      lead={t('canned.lead')}
      action={data?.length ? add : null}
      onClose={onClose}
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={160} radius="md" />}
      {edited === 'new' && <CannedForm reply={null} onDone={() => setEdited(null)} />}
      {data?.length === 0 && edited !== 'new' && (
        <EmptyState icon="zap" title={t('canned.emptyTitle')} text={t('canned.emptyText')} action={add} />
      )}
      {(data?.length ?? 0) > 5 && (
        <TextInput
          size="sm"
          mb="sm"
          type="search"
          leftSection={<Icon name="search" size={14} />}
          aria-label={t('canned.search')}
          placeholder={t('canned.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {query && shown.length === 0 && <p>{t('canned.nothing', { query })}</p>}
      <ul className={classes.replies}>
        {shown.map((reply) => (
          <li key={reply.uuid}>
            {edited === reply.uuid ? (
              <CannedForm reply={reply} onDone={() => setEdited(null)} />
            ) : (
              <Reply reply={reply} onEdit={may ? () => setEdited(reply.uuid) : undefined} />
            )}
          </li>
        ))}
      </ul>
    </PanelFrame>
  );
}

function Reply({ reply, onEdit }: { reply: CannedReplyView; onEdit: (() => void) | undefined }) {
  const { t } = useWords();
  const remove = useDeleteCanned();
  const save = useSaveCanned();
  const { shortcut, title, text, content, uses } = reply;
  const undo = (id: ReturnType<typeof toasts.add>) => {
    toasts.remove(id);
    save.mutate({ uuid: null, body: { shortcut, title, text, content } });
  };
  const run = () =>
    remove.mutate(reply, {
      onSuccess: () => {
        const id = `canned-${reply.uuid}`;
        toasts.add(
          {
            title: t('canned.removed', { title }),
            action: { label: t('canned.undo'), onClick: () => undo(id) },
          },
          id,
        );
      },
    });
  return (
    <article className={classes.reply}>
      <div className={classes.replyWords}>
        <p className={classes.replyTop}>
          <code>/{shortcut}</code> <strong>{title}</strong>{' '}
          <span className={classes.dim}>{t('canned.uses', { count: uses })}</span>
        </p>
        <p className={classes.replyText}>
          {content && <Icon name="layers" size={14} label={t('messageComposer.asMessage')} />} {text}
        </p>
      </div>
      {onEdit && (
        <span className={classes.replyActions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('canned.edit', { title })}
            onClick={onEdit}
          >
            <Icon name="pencil" size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            loading={remove.isPending}
            aria-label={t('canned.remove', { title })}
            onClick={run}
          >
            <Icon name="trash-2" size={15} />
          </ActionIcon>
        </span>
      )}
    </article>
  );
}

const LIST = CANNED_VARIABLES.map((name) => `{{${name}}}`).join(' ');

/** One canned reply: what is typed for it, what it is called, and what it says. */
function CannedForm({ reply, onDone }: { reply: CannedReplyView | null; onDone: () => void }) {
  const { t } = useWords();
  const save = useSaveCanned();
  const form = useForm({
    defaultValues: { shortcut: reply?.shortcut ?? '', title: reply?.title ?? '', text: reply?.text ?? '' },
  });
  const { errors } = form.formState;
  const [content, setContent] = useState<MessageContent | null>(reply?.content ?? null);
  const [isChecked, setChecked] = useState(false);
  /** What the server found unfinished; a change of it may have mended that. */
  const [lacks, setLacks] = useState<MessageContent | null>(null);
  const isEmpty = content !== null && content.bubbles.length === 0;
  const submit = form.handleSubmit(async (values) => {
    setChecked(true);
    if (isEmpty) return;
    // Lists and searches show what it is about.
    const text = content ? firstWords(content) || values.title : values.text;
    try {
      await save.mutateAsync({ uuid: reply?.uuid ?? null, body: { ...values, text, content } });
      onDone();
    } catch (fault) {
      if (isApiError(fault, 'message_not_ready')) setLacks(content);
      else applyFormError(form, fault, { canned_shortcut_taken: 'shortcut' });
    }
  });
  const contentError = () => {
    if (content !== null && lacks === content) return t('errors.message_not_ready');
    return isChecked && isEmpty ? t('fields.required') : undefined;
  };
  const needed = { validate: (value: string) => value.trim() !== '' || t('composer.locationDialog.needed') };
  const isShortcut = (value: string) =>
    CannedReplyInput.shape.shortcut.safeParse(value).success || t('canned.shortcutWrong');
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.formTop}>
        <TextInput
          autoFocus
          label={t('canned.shortcut')}
          description={t('canned.shortcutHelp')}
          leftSection="/"
          error={errors.shortcut?.message}
          {...form.register('shortcut', { validate: isShortcut })}
        />
        <TextInput
          label={t('canned.titleField')}
          maxLength={100}
          error={errors.title?.message}
          {...form.register('title', needed)}
        />
      </div>
      <ContentChoice label={t('canned.says')} value={content} onChange={setContent} error={contentError()}>
        <Textarea
          label={t('canned.text')}
          description={t('canned.textHelp', { list: LIST })}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={5000}
          error={errors.text?.message}
          {...form.register('text', content ? {} : needed)}
        />
      </ContentChoice>
      {errors.root && (
        <p role="alert" className={classes.fault}>
          {errors.root.message}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" size="sm" loading={save.isPending}>
          {t('shell.save')}
        </Button>
        <Button variant="default" size="sm" onClick={onDone}>
          {t('shell.cancel')}
        </Button>
      </Group>
    </form>
  );
}
