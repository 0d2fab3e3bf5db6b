import { linkForm, sendForm } from '@hanasu/contract/forms';
import type { ConversationId, FormId, FriendId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { CopyButton } from '../../shell/clipboard/CopyButton.tsx';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { formsQuery } from './forms.queries.ts';

interface FormSelectProps {
  value: FormId | null;
  onChange: (form: FormId) => void;
  /** What can be done with the form that is chosen. */
  children: ReactNode;
}

/** One of the forms that are open now. */
function FormSelect({ value, onChange, children }: FormSelectProps) {
  const { t } = useWords();
  const { data: forms } = useQuery(formsQuery);
  const nameOptions = useNameOptions();
  if (!forms) return <Skeleton height={90} aria-hidden />;
  const open = forms.filter(({ state }) => state === 'open');
  if (open.length === 0) return <Text size="sm">{t('sendForm.none')}</Text>;
  return (
    <Stack gap="sm">
      <Select
        data-autofocus
        label={t('sendForm.form')}
        placeholder={t('sendForm.choose')}
        data={nameOptions(open)}
        value={open.some(({ uuid }) => uuid === value) ? value : null}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('contact.noOption')}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => {
          const form = open.find(({ uuid }) => uuid === chosen);
          if (form) onChange(form.uuid);
        }}
      />
      {children}
    </Stack>
  );
}

const Fault = ({ error }: { error: Error | null }) =>
  error && (
    <Alert color="red" role="alert">
      {errorMessage(error)}
    </Alert>
  );

interface ChatFormProps {
  conversation: ConversationId;
  /** A link can be made for them, too, which is copied. */
  friend?: FriendId;
  /** Chosen already. */
  initial?: FormId | null;
  onSent?: () => void;
}

/** Sends a form to the customer of a conversation: as a link to its page, or as questions in the chat. */
export function ChatForm({ conversation, friend, initial = null, onSent }: ChatFormProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState(initial);
  const send = useMutation({
    mutationFn: (as: 'link' | 'chat') =>
      call(sendForm, {
        params: { uuid: chosen as FormId },
        body: { conversationUuid: conversation, as },
      }),
    onSuccess: onSent,
    meta: { inPlace: true },
  });
  const button = (as: 'link' | 'chat', label: string) => (
    <Button
      variant="default"
      fullWidth
      disabled={chosen === null || send.isPending}
      loading={send.isPending && send.variables === as}
      onClick={() => send.mutate(as)}
    >
      {label}
    </Button>
  );
  return (
    <FormSelect
      value={chosen}
      onChange={(form) => {
        setChosen(form);
        send.reset();
      }}
    >
      <div>
        {button('link', t('sendForm.sendLink'))}
        <Text size="xs" c="dimmed" mt={4}>
          {t('sendForm.linkHelp')}
        </Text>
      </div>
      <div>
        {button('chat', t('sendForm.ask'))}
        <Text size="xs" c="dimmed" mt={4}>
          {t('sendForm.askHelp')}
        </Text>
      </div>
      {send.isSuccess && (
        <Text size="sm" role="status">
          {t(send.variables === 'chat' ? 'sendForm.asked' : 'sendForm.linkSent')}
        </Text>
      )}
      <Fault error={send.error} />
      {friend && <MakeLink key={chosen} friend={friend} form={chosen} />}
    </FormSelect>
  );
}

/** Makes a link for one friend who has never written. */
function FormLink({ friend }: { friend: FriendId }) {
  const [chosen, setChosen] = useState<FormId | null>(null);
  return (
    <FormSelect value={chosen} onChange={setChosen}>
      <MakeLink key={chosen} friend={friend} form={chosen} />
    </FormSelect>
  );
}

/** Makes a link to copy. */
function MakeLink({ friend, form }: { friend: FriendId; form: FormId | null }) {
  const { t } = useWords();
  const link = useMutation({
    mutationFn: (uuid: FormId) => call(linkForm, { params: { uuid }, body: { friendUuid: friend } }),
    meta: { inPlace: true },
  });
  if (link.data) return <MadeLink {...link.data} />;
  return (
    <>
      <Group justify="flex-end">
        <Button
          variant="subtle"
          disabled={form === null}
          loading={link.isPending}
          onClick={() => form && link.mutate(form)}
        >
          {t('sendForm.make')}
        </Button>
      </Group>
      <Fault error={link.error} />
    </>
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

interface SendFormButtonProps {
  friend: FriendId;
  /** Chat that the form can be sent to; null: the friend has never written. */
  conversation?: ConversationId | null;
}

/** Sends a form to a friend: into their chat, or by a link that is made for them. */
export function SendFormButton({ friend, conversation = null }: SendFormButtonProps) {
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
        {isOpen && (
          <Stack gap="md">
            {conversation ? (
              <ChatForm conversation={conversation} friend={friend} />
            ) : (
              <FormLink friend={friend} />
            )}
          </Stack>
        )}
      </Modal>
    </Can>
  );
}
