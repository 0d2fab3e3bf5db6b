import type { SendableKind } from '@hanasu/channels/spec/manifest';
import { customerLanguage, customerWords } from '@hanasu/contract/customer-words/customer-words';
import { sendForm } from '@hanasu/contract/forms';
import type { FormId } from '@hanasu/contract/ids';
import type { ConversationView, OperatorMessage } from '@hanasu/contract/inbox';
import { ActionIcon, Button, Menu, Popover, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ChannelSticker, kindOf } from '../../../entities/channel/channel-kinds.ts';
import { ChatForm } from '../../../entities/form/SendForm.tsx';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { id } from '../../../shell/search-params.ts';
import classes from './Composer.module.css';
import { acceptedFiles } from './sendable-file.ts';
import type { ComposerState } from './use-composer.ts';

const PATTERNS = [
  /[?&](?:q|query|ll|center|destination)=(-?\d{1,2}(?:\.\d+)?)(?:,|%2C)\s*(-?\d{1,3}(?:\.\d+)?)/i,
  /[?&#]mlat=(-?\d{1,2}(?:\.\d+)?)&mlon=(-?\d{1,3}(?:\.\d+)?)/i,
  /@(-?\d{1,2}\.\d+),(-?\d{1,3}\.\d+)/,
  /#map=\d+\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/,
  /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,、\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/,
];
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

/** Reads `35.6586, 139.7454` or the address of a map page; null when there are no coordinates in it. */
export function coordinatesIn(text: string): { latitude: number; longitude: number } | null {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [latitude, longitude] = [Number(found[1]), Number(found[2])];
    if (Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX)
      return { latitude, longitude };
  }
  return null;
}

const LONGEST = 100;

/** A place: its name, its address, and where it is, as numbers or as a link to a map. */
function LocationForm({ onSend }: { onSend: (location: NonNullable<OperatorMessage['location']>) => void }) {
  const { t } = useWords();
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [where, setWhere] = useState('');
  const [isTried, setTried] = useState(false);
  const place = coordinatesIn(where);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (place && title.trim()) onSend({ title: title.trim(), address: address.trim(), ...place });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          data-autofocus
          size="xs"
          required
          label={t('composer.locationDialog.title')}
          maxLength={LONGEST}
          value={title}
          error={isTried && !title.trim() ? t('composer.locationDialog.needed') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={t('composer.locationDialog.address')}
          maxLength={LONGEST}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          required
          label={t('composer.locationDialog.where')}
          description={t('composer.locationDialog.whereHelp')}
          value={where}
          error={isTried && !place ? t('composer.locationDialog.whereWrong') : null}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('composer.locationDialog.send')}
        </Button>
      </Stack>
    </form>
  );
}

interface ComposerToolsProps {
  composer: ComposerState;
  conversation: ConversationView;
  sends: readonly SendableKind[];
}

/** What else can be sent on this channel, and help with writing. */
export function ComposerTools({ composer, conversation, sends }: ComposerToolsProps) {
  const { t } = useWords();
  const { mode, suggestion } = composer;
  const { friend } = conversation;
  // A form that was to be sent to a conversation.
  const form = useLocation({
    select: ({ search }) => id<FormId>()('form' in search ? search.form : undefined),
  });
  const accepted = acceptedFiles(sends);
  const stickers = kindOf(conversation.channel?.kind)?.stickers;
  if (mode === 'note') return null;
  return (
    <div className={classes.tools}>
      <Tool icon="zap" words={t('composer.canned')} onClick={composer.openCanned} />
      <Tool icon="layers" words={t('composer.compose')} onClick={composer.composed.open} />
      {accepted && <AttachTool accepted={accepted} onFiles={composer.addFiles} />}
      {sends.includes('sticker') && stickers && (
        <PopTool icon="sticker" words={t('composer.sticker')}>
          {(close) => (
            <StickerPicker
              load={stickers}
              onPick={(sticker) => {
                close();
                composer.sendThing({ sticker });
              }}
            />
          )}
        </PopTool>
      )}
      {sends.includes('location') && (
        <PopTool icon="map-pin" words={t('composer.location')}>
          {(close) => (
            <LocationForm
              onSend={(location) => {
                close();
                composer.sendThing({ location });
              }}
            />
          )}
        </PopTool>
      )}
      {sends.includes('details') && (
        <PopTool icon="contact" words={t('composer.details')}>
          {(close) => (
            <DetailsForm
              language={friend?.language ?? null}
              onSend={(askDetails) => {
                close();
                composer.sendThing({ askDetails });
              }}
            />
          )}
        </PopTool>
      )}
      {friend && (
        <Can endpoint={sendForm}>
          <PopTool icon="form-input" words={t('sendForm.title')} isOpenFirst={form !== undefined}>
            {(close) => <ChatForm conversation={conversation.uuid} initial={form ?? null} onSent={close} />}
          </PopTool>
        </Can>
      )}
      <span className={classes.toolsEnd}>
        <WritingMenu composer={composer} language={friend?.language ?? null} />
        {conversation.bot && (
          <Tool
            icon="sparkles"
            words={t('composer.suggest.button')}
            onClick={suggestion.ask}
            isBusy={suggestion.isPending}
          />
        )}
      </span>
    </div>
  );
}

interface ToolProps {
  icon: IconName;
  words: string;
  onClick: () => void;
  isBusy?: boolean;
}

const Tool = ({ icon, words, onClick, isBusy = false }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={34}
    aria-label={words}
    title={words}
    loading={isBusy}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <Icon name={icon} size={17} />
  </ActionIcon>
);

function AttachTool({ accepted, onFiles }: { accepted: string; onFiles: (files: readonly File[]) => void }) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool icon="paperclip" words={t('composer.attach')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={t('composer.attach')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

interface PopToolProps {
  icon: IconName;
  words: string;
  isOpenFirst?: boolean;
  children: (close: () => void) => ReactNode;
}

function PopTool({ icon, words, isOpenFirst = false, children }: PopToolProps) {
  const [opened, setOpened] = useState(isOpenFirst);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      position="top-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={words}
          title={words}
          onClick={() => setOpened(!opened)}
        >
          <Icon name={icon} size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words}>{opened && children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}

const TASKS = ['polite', 'friendly', 'shorter', 'longer', 'correct'] as const;

function WritingMenu({ composer, language }: { composer: ComposerState; language: string | null }) {
  const { t, locale } = useWords();
  const { rewrite, draft } = composer;
  const names = new Intl.DisplayNames([LOCALE_TAGS[locale]], { type: 'language' });
  return (
    <Menu position="top-end" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={t('composer.writing.button')}
          title={t('composer.writing.button')}
          disabled={!draft.text.trim()}
          loading={rewrite.isPending}
        >
          <Icon name="pencil" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {TASKS.map((task) => (
          <Menu.Item key={task} onClick={() => rewrite.run(task)}>
            {t(`composer.writing.tasks.${task}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="languages" />} onClick={() => rewrite.run('translate')}>
          {language
            ? t('composer.writing.tasks.translate', { language: names.of(language) ?? language })
            : t('composer.writing.tasks.translateAny')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks the customer for name, phone and address, in the customer's language as far as it is known. */
function DetailsForm({
  language,
  onSend,
}: {
  language: string | null;
  onSend: (askDetails: NonNullable<OperatorMessage['askDetails']>) => void;
}) {
  const { t, locale } = useWords();
  const words = customerWords(customerLanguage(language) ?? locale);
  const [title, setTitle] = useState(words.detailsTitle);
  const [text, setText] = useState(words.askDetails);
  const [isTried, setTried] = useState(false);
  const errorOf = (value: string) => (isTried && !value.trim() ? t('composer.locationDialog.needed') : null);
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
          label={t('inboxThread.details.title')}
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
          label={t('inboxThread.details.text')}
          value={text}
          error={errorOf(text)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('inboxThread.details.send')}
        </Button>
      </Stack>
    </form>
  );
}

interface StickerPickerProps {
  load: () => Promise<readonly ChannelSticker[]>;
  onPick: (sticker: { packageId: string; stickerId: string }) => void;
}

/** Stickers that the channel lets accounts send. */
function StickerPicker({ load, onPick }: StickerPickerProps) {
  const { t } = useWords();
  const { data } = useQuery({ queryKey: ['stickers', String(load)], queryFn: load, staleTime: Infinity });
  const stickers = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  // They come after the list was opened, and with them what a keyboard steers.
  useEffect(() => {
    if (isLoaded) stickers.current?.querySelector('button')?.focus();
  }, [isLoaded]);
  if (!data) return <Skeleton height={180} />;
  return (
    <>
      <p className={classes.popHelp}>{t('composer.stickersHelp')}</p>
      <div ref={stickers} className={classes.stickers}>
        {data.map((sticker) => (
          <StickerButton
            key={`${sticker.packageId}-${sticker.stickerId}`}
            sticker={sticker}
            onPick={() => onPick({ packageId: sticker.packageId, stickerId: sticker.stickerId })}
          />
        ))}
      </div>
    </>
  );
}

function StickerButton({ sticker, onPick }: { sticker: ChannelSticker; onPick: () => void }) {
  const { t } = useWords();
  const [isBroken, setBroken] = useState(false);
  const label = t('composer.stickerNumber', { number: sticker.stickerId });
  return (
    <button type="button" className={classes.stickerButton} aria-label={label} title={label} onClick={onPick}>
      {isBroken ? (
        <span>{sticker.stickerId}</span>
      ) : (
        <img src={sticker.pictureUrl} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </button>
  );
}
