import { linkForm, sendForm } from '@hanasu/contract/forms';
import type { ConversationId, FormId, FriendId } from '@hanasu/contract/ids';
import {
  Alert,
  Button,
  CopyButton,
  Group,
  Modal,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { formsQuery } from './forms.queries.ts';

interface FormLinkProps {
  friend: FriendId;
  /** Takes the link; absent: it is shown, to be copied. */
  onLink?: (url: string) => void;
  /** Chat in which the form can be asked question by question; null: the friend has never written. */
  conversation?: ConversationId | null;
  /** Called when the chat has begun to ask it. */
  onAsked?: () => void;
}

/** One of the open forms, for a friend: a link that says who it is for, or its questions in their chat. */
export function FormLink({ friend, onLink, conversation = null, onAsked }: FormLinkProps) {
  const { t } = useWords();
  const { data: forms } = useQuery(formsQuery);
  const [chosen, setChosen] = useState<FormId | null>(null);
  const link = useMutation({
    mutationFn: (uuid: FormId) => call(linkForm, { params: { uuid }, body: { friendUuid: friend } }),
    onSuccess: ({ url }) => onLink?.(url),
    meta: { inPlace: true },
  });
  const ask = useMutation({
    mutationFn: (uuid: FormId) =>
      call(sendForm, {
        params: { uuid },
        body: { conversationUuid: conversation as ConversationId, as: 'chat' },
      }),
    onSuccess: onAsked,
    meta: { inPlace: true },
  });
  const error = link.error ?? ask.error;
  if (!forms) return <Skeleton height={90} aria-hidden />;
  const open = forms.filter(({ state }) => state === 'open');
  if (open.length === 0) return <Text size="sm">{t('sendForm.none')}</Text>;
  return (
    <Stack gap="sm">
      <Select
        data-autofocus
        label={t('sendForm.form')}
        placeholder={t('sendForm.choose')}
        data={open.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={chosen}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('contact.noOption')}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => {
          setChosen(open.find(({ uuid }) => uuid === value)?.uuid ?? null);
          link.reset();
          ask.reset();
        }}
      />
      {conversation && (
        <Text size="sm" c="dimmed">
          {t('sendForm.askHelp')}
        </Text>
      )}
      {link.data && !onLink ? (
        <MadeLink {...link.data} />
      ) : (
        <Group justify="flex-end" gap="xs">
          {conversation && (
            <Button
              variant="default"
              disabled={chosen === null}
              loading={ask.isPending}
              onClick={() => chosen && ask.mutate(chosen)}
            >
              {t('sendForm.ask')}
            </Button>
          )}
          <Button
            disabled={chosen === null}
            loading={link.isPending}
            onClick={() => chosen && link.mutate(chosen)}
          >
            {t(onLink ? 'sendForm.insert' : 'sendForm.make')}
          </Button>
        </Group>
      )}
      {ask.isSuccess && (
        <Text size="sm" role="status">
          {t('sendForm.asked')}
        </Text>
      )}
      {error && (
        <Alert color="red" role="alert">
          {errorMessage(error)}
        </Alert>
      )}
    </Stack>
  );
}

function MadeLink({ url, expiresAt }: { url: string; expiresAt: string }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Group align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        readOnly
        label={t('sendForm.link')}
        description={t('sendForm.until', { date: format.dateTime(expiresAt) })}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
            {t(copied ? 'shell.copied' : 'shell.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

/** Makes a link for a friend, to be sent in whatever way. */
export function SendFormButton({ friend, conversation }: Pick<FormLinkProps, 'friend' | 'conversation'>) {
  const { t } = useWords();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Can endpoint={linkForm}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon name="form-input" />}
        onClick={dialog.open}
      >
        {t('sendForm.title')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={t('sendForm.title')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Text size="sm" mb="sm">
          {t('sendForm.text')}
        </Text>
        {isOpen && <FormLink friend={friend} conversation={conversation ?? null} />}
      </Modal>
    </Can>
  );
}
