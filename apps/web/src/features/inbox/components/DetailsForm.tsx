import type { OperatorMessage } from '@hanasu/contract/inbox';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';

/** Asks the customer for name, phone and address. */
export function DetailsForm({
  onSend,
}: {
  onSend: (askDetails: NonNullable<OperatorMessage['askDetails']>) => void;
}) {
  const { t } = useWords();
  const [title, setTitle] = useState<string>(t('inboxWork.details.titleDefault'));
  const [text, setText] = useState<string>(t('inboxWork.details.textDefault'));
  const [isTried, setTried] = useState(false);
  const errorOf = (value: string) => (isTried && !value.trim() ? t('inboxWork.location.needed') : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (title.trim() && text.trim()) onSend({ title: title.trim(), text: text.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          data-autofocus
          size="xs"
          label={t('inboxWork.details.title')}
          maxLength={100}
          value={title}
          error={errorOf(title)}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          size="xs"
          autosize
          minRows={2}
          maxLength={500}
          label={t('inboxWork.details.text')}
          value={text}
          error={errorOf(text)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('inboxWork.details.send')}
        </Button>
      </Stack>
    </form>
  );
}
