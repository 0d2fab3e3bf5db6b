import type { RichMessageArea } from '@hanasu/contract/rich-messages';
import {
  RICH_MESSAGE_AREAS_MAX,
  type RichMessageView,
  testRichMessage,
} from '@hanasu/contract/rich-messages';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PhoneFrame } from '../../../entities/channel/PhoneFrame.tsx';
import { placeIn, TapPicture } from '../../../entities/channel/TapPicture.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { Can, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { UnstoredFields } from '../../../shell/draft/unstored-fields.ts';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useDrawn } from '../edit/DrawnPicture.tsx';
import { Conflict, EditorBar, ProblemList, Saving, useDraftKeys } from '../edit/EditorParts.tsx';
import { useLeadToField } from '../edit/lead-to-field.ts';
import classes from '../edit/MenuEdit.module.css';
import {
  type PictureEditing,
  PictureEditingContext,
  usePictureEditing,
} from '../edit/use-picture-editing.ts';
import previewClasses from './MessagePreview.module.css';
import { MessageTab } from './MessageTab.tsx';
import { fitHeight, LABEL_MAX, sendable, sizeOf } from './message-draft.ts';
import { RichMessageActions } from './RichMessageActions.tsx';
import { messageQuery } from './rich-messages.queries.ts';
import { SendTest } from './SendTest.tsx';
import { toMend } from './shown-message.ts';
import {
  type MessageDraft,
  MessageEditingContext,
  useMessageDraft,
  useMessageEditing,
} from './use-message-draft.ts';

const TABS = ['message', 'preview'] as const;

export function MessageEditPage() {
  const { uuid } = useParams({ from: '/_bot-edit/Channel/rich-message/$uuid/' });
  const message = useQuery(messageQuery(uuid));
  if (isApiError(message.error, 'not_found')) return <NotFoundPage />;
  if (message.isError)
    return (
      <div className={classes.fault}>
        <ErrorNotice error={message.error} onRetry={() => void message.refetch()} />
      </div>
    );
  if (!message.data) return <Skeleton height={52} aria-hidden />;
  return <MessageEditor key={message.data.uuid} message={message.data} />;
}

/** The draft, saved as it is edited. */
function MessageEditor({ message }: { message: RichMessageView }) {
  const navigate = useNavigate({ from: '/Channel/rich-message/$uuid/' });
  const messageDraft = useMessageDraft(message);
  const { draft, edit, mayEdit } = messageDraft;
  const [areaId, setArea] = useState<string | null>(null);
  /** The user tried to send it while something was missing. */
  const [isAsked, setAsked] = useState(false);
  const wordsOf = useTapWords(draft);
  const leadToField = useLeadToField();
  usePageTitle(message.name);
  useDraftKeys(messageDraft);
  const picture: PictureEditing = {
    drawn: draft,
    known: sendable(draft)?.definition ?? draft,
    size: sizeOf(draft),
    editPicture: edit,
    mayEdit,
    areasMax: RICH_MESSAGE_AREAS_MAX,
    labelMax: LABEL_MAX,
    areaId,
    setArea,
    wordsOf: ({ id }) => wordsOf(id),
    wrong: new Set(message.problems.map((problem) => problem.areaId)),
    fitHeight: (proportions) => edit((before) => fitHeight(before, proportions)),
  };
  return (
    <MessageEditingContext value={{ draft, edit, mayEdit, message }}>
      <PictureEditingContext value={picture}>
        <div className={classes.page}>
          <EditorBar name={message.name} draft={messageDraft}>
            <RichMessageActions
              message={message}
              onDeleted={() => void navigate({ to: '/Channel/rich-message', ignoreBlocker: true })}
            />
          </EditorBar>
          <Body messageDraft={messageDraft} isAsked={isAsked} />
          <DraftBar
            message={message}
            messageDraft={messageDraft}
            isAsked={isAsked}
            onAsked={setAsked}
            onLead={(problem) => {
              void navigate({ search: (old) => ({ ...old, tab: 'message' }), replace: true });
              setArea(problem.areaId);
              leadToField(problem);
            }}
          />
        </div>
      </PictureEditingContext>
      <LeaveGuard when={messageDraft.state !== 'saved'} save={messageDraft.flush} />
    </MessageEditingContext>
  );
}

/** The message and its preview: side by side, or in tabs. */
function Body({ messageDraft, isAsked }: { messageDraft: MessageDraft; isAsked: boolean }) {
  const { t } = useWords();
  const { tab = 'message' } = useSearch({ from: '/_bot-edit/Channel/rich-message/$uuid/' });
  const navigate = useNavigate({ from: '/Channel/rich-message/$uuid/' });
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const show = (next: (typeof TABS)[number]) =>
    void navigate({ search: (old) => ({ ...old, tab: next }), replace: true });
  return (
    <div className={classes.body}>
      <Tabs
        className={classes.tabs ?? ''}
        value={isWide ? 'message' : tab}
        onChange={(value) => show(TABS.find((name) => name === value) ?? 'message')}
        keepMounted={false}
      >
        {/* Always there, so that what was typed stays when the window gets wider or narrower. */}
        <Tabs.List aria-label={t('messageEditor.parts')} className={classes.tabList ?? ''} hiddenFrom="lg">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`messageEditor.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {!messageDraft.mayEdit && <ViewOnlyNotice />}
        <Conflict draft={messageDraft} title={t('messageEditor.conflict')} />
        <Tabs.Panel value="message" className={classes.scrolled ?? ''}>
          <UnstoredFields value={messageDraft.reportUnstored}>
            <MessageTab isAsked={isAsked} />
          </UnstoredFields>
        </Tabs.Panel>
        <Tabs.Panel value="preview" className={classes.scrolled ?? ''}>
          <MessagePreview />
        </Tabs.Panel>
      </Tabs>
      {isWide && (
        <aside className={classes.phone} aria-label={t('messageEditor.tabs.preview')}>
          <MessagePreview />
        </aside>
      )}
    </div>
  );
}

/** What a tap on an area does, in a few words. */
function useTapWords({ areas }: RichMessageView['definition']): (areaId: string) => string {
  const { t } = useWords();
  return (areaId) => {
    const action = areas.find(({ id }) => id === areaId)?.action ?? null;
    switch (action?.kind) {
      case undefined:
        return t('menuEditor.does.nothing');
      case 'message':
        return t('menuEditor.does.says', { text: action.text });
      case 'link':
        return t('menuEditor.does.link', { url: action.url });
      case 'copy':
        return t('menuEditor.does.copy', { text: action.text });
      default:
        return action satisfies never;
    }
  };
}

interface DraftBarProps {
  message: RichMessageView;
  messageDraft: MessageDraft;
  isAsked: boolean;
  onAsked: (isAsked: boolean) => void;
  onLead: (problem: RichMessageView['problems'][number]) => void;
}

/** Whether the draft is saved, what it lacks, and a test. */
function DraftBar({ message, messageDraft, isAsked, onAsked, onLead }: DraftBarProps) {
  const { t } = useWords();
  const [isTesting, setTesting] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { draft, flush, mayEdit } = messageDraft;
  // Of the saved draft: what they are about may be gone since.
  const problems = toMend(message).filter(
    ({ areaId }) => areaId === null || draft.areas.some(({ id }) => id === areaId),
  );
  const test = async () => {
    onAsked(true);
    setSaving(true);
    const isSaved = !mayEdit || (await flush());
    setSaving(false);
    if (isSaved) setTesting(true);
    else toasts.add({ title: t('messageEditor.testFirstSave'), color: 'error' });
  };
  const isReady = isTesting && problems.length === 0;
  const wordsOf = ({ reason, areaId }: (typeof problems)[number]): string => {
    const at = draft.areas.findIndex(({ id }) => id === areaId);
    const words = t(`messageEditor.problem.${reason}`);
    const label = t('menuEditor.areaNumber', { number: at + 1 });
    return at < 0 ? words : t('shell.versions.fact', { label, value: words });
  };
  return (
    <div className={classes.draftArea}>
      {isAsked && problems.length > 0 && (
        <ProblemList
          title={t('messageEditor.problemsTitle', { count: problems.length })}
          problems={problems.map((problem) => ({
            key: `${problem.reason}${problem.areaId}`,
            words: wordsOf(problem),
            onLead: () => onLead(problem),
          }))}
        />
      )}
      <div className={classes.draftBar}>
        {mayEdit ? <Saving draft={messageDraft} /> : <span className={classes.state} />}
        <Can endpoint={testRichMessage}>
          <Button leftSection={<Icon name="send" size={14} />} loading={isSaving} onClick={() => void test()}>
            {t('messageEditor.test')}
          </Button>
        </Can>
      </div>
      <SendTest message={message} opened={isReady} onClose={() => setTesting(false)} />
    </div>
  );
}

/** What a tap did: as the customer’s words, or as a line about it. */
interface Done {
  readonly id: number;
  readonly isSaid: boolean;
  readonly text: string;
}
const DONE_MAX = 8;

/** The rich message in a friend’s chat, as wide as LINE shows it; taps say what would happen. */
function MessagePreview() {
  const { t } = useWords();
  const { draft, message } = useMessageEditing();
  const { known, size, wordsOf } = usePictureEditing();
  const [done, setDone] = useState<readonly Done[]>([]);
  const drawn = useDrawn(known.picture, size);
  const { areas, video: shown, altText } = draft;
  const video = shown && { x: shown.x, y: shown.y, width: shown.width, height: shown.height };
  const tap = (area: RichMessageArea) => {
    const isSaid = area.action?.kind === 'message';
    const text = area.action?.kind === 'message' ? area.action.text : wordsOf(area);
    setDone((old) => [...old, { id: (old.at(-1)?.id ?? 0) + 1, isSaid, text }].slice(-DONE_MAX));
  };
  const url = draft.picture ? drawn.data?.url : undefined;
  return (
    <div className={previewClasses.preview}>
      <PhoneFrame kind="line" title={message.name} label={t('messageEditor.phone')}>
        <div className={previewClasses.chat} role="log" aria-label={t('menuEditor.chat')}>
          <TapPicture
            size={size}
            picture={url && <img src={url} alt={altText} />}
            areas={areas.map((area, index) => ({
              ...area,
              label: area.label || t('menuEditor.areaNumber', { number: index + 1 }),
            }))}
            onTap={tap}
          >
            {video && (
              <span className={previewClasses.video} style={placeIn(video, size)} aria-hidden>
                <Icon name="play" size={26} />
              </span>
            )}
          </TapPicture>
          {done.map(({ id, isSaid, text }) => (
            <p key={id} data-said={isSaid || undefined}>
              {text}
            </p>
          ))}
        </div>
      </PhoneFrame>
      <p className={previewClasses.note}>{t('messageEditor.previewNote')}</p>
    </div>
  );
}
