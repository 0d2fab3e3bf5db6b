import { CannedReplyInput, type CannedReplyView } from '@hanasu/contract/inbox-work';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { CANNED_VARIABLES } from '../canned.ts';
import { useSaveCanned } from '../inbox-work.mutations.ts';
import classes from './Panel.module.css';

const LIST = CANNED_VARIABLES.map((name) => `{{${name}}}`).join(' ');

/** One canned reply: what is typed for it, what it is called, and what it says. */
export function CannedForm({ reply, onDone }: { reply: CannedReplyView | null; onDone: () => void }) {
  const { t } = useWords();
  const save = useSaveCanned();
  const form = useForm({
    defaultValues: { shortcut: reply?.shortcut ?? '', title: reply?.title ?? '', text: reply?.text ?? '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await save.mutateAsync({ uuid: reply?.uuid ?? null, body: values });
      onDone();
    } catch (fault) {
      applyFault(form, fault, { canned_shortcut_taken: 'shortcut' });
    }
  });
  const needed = { validate: (value: string) => value.trim() !== '' || t('inboxWork.location.needed') };
  const isShortcut = (value: string) =>
    CannedReplyInput.shape.shortcut.safeParse(value).success || t('inboxWork.canned.shortcutWrong');
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.formTop}>
        <TextInput
          autoFocus
          label={t('inboxWork.canned.shortcut')}
          description={t('inboxWork.canned.shortcutHelp')}
          leftSection="/"
          error={errors.shortcut?.message}
          {...form.register('shortcut', { validate: isShortcut })}
        />
        <TextInput
          label={t('inboxWork.canned.titleField')}
          maxLength={100}
          error={errors.title?.message}
          {...form.register('title', needed)}
        />
      </div>
      <Textarea
        label={t('inboxWork.canned.text')}
        description={t('inboxWork.canned.textHelp', { list: LIST })}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5000}
        error={errors.text?.message}
        {...form.register('text', needed)}
      />
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
