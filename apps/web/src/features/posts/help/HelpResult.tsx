import type { PostSource } from '@hanasu/contract/post-help';
import type { PostWithDraft } from '@hanasu/contract/posts';
import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Editor } from '@tiptap/core';
import { useEditor, useEditorState } from '@tiptap/react';
import { use, useEffect, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import type { PostFields } from '../edit/post-fields.ts';
import type { PostEditing } from '../edit/use-post-draft.ts';
import editorClasses from '../editor/Editor.module.css';
import { makeExtensions } from '../editor/extensions.ts';
import { PictureContext } from '../editor/Pictures.tsx';
import { postQuery, useCreatePost } from '../posts.queries.ts';
import { isMadeSlug, slugFromTitle } from '../slug.ts';
import { Heading } from './HelpForm.tsx';
import { type BlockCounts, isWholeMarked, lostBlocks, putSuggestion } from './help-target.ts';
import type { HelpInput, HelpRun, HelpRunner, WrittenHelp } from './use-help-run.ts';
import classes from './WritingHelp.module.css';

interface HelpResultProps {
  post: PostWithDraft;
  editor: Editor;
  editing: PostEditing;
  runner: HelpRunner;
  run: Extract<HelpRun, { step: 'writing' | 'written' }>;
  onDiscard: () => void;
  onAccepted: () => void;
}

/** What is being written, and what becomes of it. */
export function HelpResult({ post, editor, editing, runner, run, onDiscard, onAccepted }: HelpResultProps) {
  const { t } = useWords();
  const { input } = run;
  const isWriting = run.step === 'writing';
  const shown = isWriting ? { ...run.writing, sources: run.sources } : run.help;
  const [chosen, choose] = useState(0);
  const accept = useAccept({ post, editor, editing, onAccepted });
  const lost = useLostBlocks(editor, run);
  const isLossy = Object.keys(lost).length > 0;
  const isNothing = shown.content === '' && shown.titles.length === 0 && shown.description === '';
  return (
    <Stack gap="md">
      <Heading kind={input.kind} />
      {!isWriting && <Ending help={run.help} />}
      {isLossy && <LostBlocks lost={lost} />}
      <section className={classes.suggestion} aria-label={t('postHelp.suggestion')} aria-busy={isWriting}>
        {input.kind === 'headlines' ? (
          <Titles titles={shown.titles} value={chosen} onChange={choose} isWriting={isWriting} />
        ) : (
          <Suggested shown={shown} language={input.kind === 'translate' ? input.to : input.language} />
        )}
        {isNothing && !isWriting && <p className={classes.note}>{t('postHelp.nothing')}</p>}
      </section>
      <Sources sources={shown.sources} />
      {isWriting ? (
        <Group justify="space-between" className={classes.actions ?? ''}>
          <span role="status" className={classes.note}>
            {t('postHelp.writing')}
          </span>
          <Button
            variant="default"
            leftSection={<Icon name="square" size={14} />}
            loading={runner.isStopping}
            onClick={runner.stop}
          >
            {t('postHelp.stop')}
          </Button>
        </Group>
      ) : (
        <>
          <Cost help={run.help} />
          <Group gap="xs" className={classes.actions ?? ''}>
            {isLossy && (
              <Button
                leftSection={<Icon name="check" size={15} />}
                onClick={() => accept.putText(run.help, 'below')}
              >
                {t('postHelp.insertBelow')}
              </Button>
            )}
            <Button
              variant={isLossy ? 'default' : 'filled'}
              leftSection={!isLossy && <Icon name="check" size={15} />}
              disabled={isNothing}
              loading={accept.isPending}
              onClick={() => accept.run(input, run.help, chosen)}
            >
              <AcceptWords input={input} editor={editor} />
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="refresh-cw" size={14} />}
              onClick={() => runner.start(input)}
            >
              {t('postHelp.again')}
            </Button>
            <Button variant="subtle" color="gray" px={10} onClick={onDiscard}>
              {t('postHelp.discard')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** What of the text would be gone once it is replaced. */
function useLostBlocks(editor: Editor, run: HelpResultProps['run']): BlockCounts {
  const isRewritten = run.input.kind === 'shorten' || run.input.kind === 'tone';
  const html = run.step === 'written' && isRewritten ? run.help.content : null;
  return useEditorState({ editor, selector: () => (html ? lostBlocks(editor, html) : {}) });
}

function LostBlocks({ lost }: { lost: BlockCounts }) {
  const { t } = useWords();
  const format = useFormat();
  const kinds = Object.keys(lost) as (keyof BlockCounts)[];
  const blocks = format.list(kinds.map((kind) => t(`postHelp.blocks.${kind}`, { count: lost[kind] ?? 0 })));
  return (
    <Alert color="orange" role="alert" icon={<Icon name="triangle-alert" />}>
      {t('postHelp.lost', { blocks })}
    </Alert>
  );
}

/** What the button to accept does. */
function AcceptWords({ input, editor }: { input: HelpInput; editor: Editor }) {
  const { t } = useWords();
  switch (input.kind) {
    case 'outline':
    case 'continue':
      return t('postHelp.insert');
    case 'shorten':
    case 'tone':
      return t(isWholeMarked(editor) ? 'postHelp.replace' : 'postHelp.replaceSelection');
    case 'translate':
      return t('postHelp.createPost');
    case 'headlines':
      return t('postHelp.useTitle');
    case 'description':
      return t('postHelp.useDescription');
  }
}

interface AcceptOptions extends Pick<HelpResultProps, 'post' | 'editor' | 'editing' | 'onAccepted'> {}

/** Puts what was written where it belongs. */
function useAccept({ post, editor, editing, onAccepted }: AcceptOptions) {
  const { t } = useWords();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const create = useCreatePost();
  const { fields, saver } = editing;
  const setFields = (more: Partial<PostFields>, title: string) => {
    const before = saver.now().fields;
    const old = Object.fromEntries(Object.keys(more).map((name) => [name, before[name as keyof PostFields]]));
    saver.edit(more);
    toasts.add({ title, action: { label: t('shell.undo'), onClick: () => saver.edit(old) } });
    onAccepted();
  };
  const setTitle = (title: string) => {
    const slug = post.publishedAt === null && isMadeSlug(fields.slug) ? slugFromTitle(title) : null;
    setFields({ title, ...(slug !== null && { slug }) }, t('postHelp.titleSet'));
  };
  const translate = async (input: Extract<HelpInput, { kind: 'translate' }>, help: WrittenHelp) => {
    await saver.flush();
    const { tags, coverUuid, title } = saver.now().fields;
    const { description, coverAlt, content } = help;
    create.mutate(
      {
        ...{ title: help.titles[0] ?? title, description, content, language: input.to, tags },
        ...(coverUuid !== null && { coverUuid, coverAlt }),
        translationOf: post.uuid,
      },
      {
        onSuccess: ({ uuid }) => {
          void queryClient.invalidateQueries({ queryKey: postQuery(post.uuid).queryKey });
          toasts.add({ title: t('postHelp.translated') });
          onAccepted();
          void navigate({ to: '/Post-Manage/edit/$id', params: { id: uuid } });
        },
      },
    );
  };
  const putText = ({ content }: WrittenHelp, place?: 'below'): void => {
    if (putSuggestion(editor, content, place)) {
      toasts.add({ title: t('postHelp.inserted') });
      onAccepted();
    } else toasts.add({ title: t('postHelp.placeGone'), color: 'error' });
  };
  const run = (input: HelpInput, help: WrittenHelp, chosen: number): void => {
    if (input.kind === 'headlines') setTitle(help.titles[chosen] ?? '');
    else if (input.kind === 'description')
      setFields({ description: help.description }, t('postHelp.descriptionSet'));
    else if (input.kind === 'translate') void translate(input, help);
    else putText(help);
  };
  return { run, putText, isPending: create.isPending };
}

function Ending({ help: { ending } }: { help: WrittenHelp }) {
  const { t } = useWords();
  if (ending === 'whole') return null;
  return (
    <Alert color="orange" role="status" icon={<Icon name="triangle-alert" />}>
      {t(`postHelp.endings.${ending}`)}
    </Alert>
  );
}

/** What it has cost; nothing where the server did not say. */
function Cost({ help: { usage } }: { help: WrittenHelp }) {
  const { t } = useWords();
  const format = useFormat();
  if (!usage) return null;
  const { tokens, micros } = usage;
  if (micros === undefined)
    return (
      <p className={classes.cost}>
        {tokens === 0 ? t('postHelp.free') : t('conversations.tokens', { tokens: format.number(tokens) })}
      </p>
    );
  return (
    <p className={classes.cost}>
      {micros === null
        ? t('conversations.ownKeyUnknown')
        : t('conversations.ownKey', { money: format.money(micros) })}
    </p>
  );
}

interface SuggestedProps {
  shown: Pick<WrittenHelp, 'titles' | 'description' | 'coverAlt' | 'content'>;
  language: string;
}

function Suggested({ shown: { titles, description, coverAlt, content }, language }: SuggestedProps) {
  const { t } = useWords();
  return (
    <div lang={language}>
      {titles[0] && <p className={`${classes.title} display`}>{titles[0]}</p>}
      {description && <p className={classes.description}>{description}</p>}
      {coverAlt && <p className={classes.description}>{t('postEditor.altIs', { alt: coverAlt })}</p>}
      {content && <Preview html={content} />}
    </div>
  );
}

/** Shows HTML as the editor does: only what its schema has a name for. */
function Preview({ html }: { html: string }) {
  const { t } = useWords();
  const pictures = use(PictureContext);
  const [extensions] = useState(() => makeExtensions({ placeholder: '' }));
  const label = t('postHelp.suggestion');
  const editor = useEditor(
    {
      extensions,
      content: html,
      editable: false,
      editorProps: { attributes: { role: 'document', 'aria-label': label } },
    },
    [],
  );
  useEffect(() => {
    editor?.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <PictureContext value={pictures && { ...pictures, mayEdit: false }}>
      <RichTextEditor
        editor={editor}
        variant="subtle"
        withCodeHighlightStyles={false}
        classNames={{ root: classes.previewRoot, content: `${editorClasses.content} ${classes.preview}` }}
      >
        <RichTextEditor.Content />
      </RichTextEditor>
    </PictureContext>
  );
}

interface TitlesProps {
  titles: readonly string[];
  value: number;
  onChange: (index: number) => void;
  isWriting: boolean;
}

function Titles({ titles, value, onChange, isWriting }: TitlesProps) {
  const { t } = useWords();
  if (isWriting)
    return (
      <ul className={classes.titles}>
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    );
  return (
    <Radio.Group
      aria-label={t('postHelp.kinds.headlines')}
      value={String(value)}
      onChange={(index) => onChange(Number(index))}
    >
      <Stack gap="md">
        {titles.map((title, index) => (
          <Radio key={title} value={String(index)} label={title} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The documents that an outline rests on. */
function Sources({ sources }: { sources: readonly PostSource[] }) {
  const { t } = useWords();
  if (sources.length === 0) return null;
  return (
    <section className={classes.sources}>
      <h4>{t('postHelp.sources')}</h4>
      <ul>
        {sources.map(({ knowledgeUuid, documentUuid, title, headings }) => (
          <li key={documentUuid}>
            <Link
              to="/Knowledge/$id/documents/$documentId"
              params={{ id: knowledgeUuid, documentId: documentUuid }}
              target="_blank"
            >
              {title}
            </Link>
            {headings.length > 0 && <small>{headings.join(' · ')}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
