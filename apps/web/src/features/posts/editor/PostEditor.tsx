import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import type { PostWithDraft } from '@hanasu/contract/posts';
import { Alert, Stack } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import type { Gap } from '../edit/post-fields.ts';
import type { MediaMap } from '../edit/use-media-map.ts';
import type { PostEditing } from '../edit/use-post-draft.ts';
import { WritingHelp } from '../help/WritingHelp.tsx';
import classes from './Editor.module.css';
import { ButtonDialog } from './LinkForms.tsx';
import { PictureContext, PictureDialog } from './Pictures.tsx';
import { type OpenDialog, Toolbar, useEditorLabels } from './Toolbar.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';
import { usePostEditor } from './use-post-editor.ts';

interface PostEditorProps {
  post: PostWithDraft;
  editing: PostEditing;
  media: MediaMap;
  gaps: readonly Gap[];
}

/** The text of a post. */
export function PostEditor({ post, editing, media, gaps }: PostEditorProps) {
  const { t } = useWords();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const uploads = usePictureUploads(media.add);
  const editor = usePostEditor({ editing, uploads });
  const labels = useEditorLabels();
  const { mayEdit } = editing;
  return (
    <PictureContext
      value={{
        media: media.known,
        mayEdit,
        onEdit: (position) => setDialog({ kind: 'picture', position }),
      }}
    >
      <RichTextEditor
        id="post-text"
        editor={editor}
        labels={labels}
        variant="subtle"
        withCodeHighlightStyles={false}
        classNames={{ root: classes.root, content: classes.content, control: classes.control }}
      >
        {mayEdit && (
          <Toolbar
            editor={editor}
            onDialog={setDialog}
            beside={editor && <WritingHelp post={post} editor={editor} editing={editing} />}
          >
            <UploadNotices uploads={uploads} />
          </Toolbar>
        )}
        {gaps.some(({ kind }) => kind === 'text') && (
          <p className={classes.problem}>{t('postEdit.gaps.text')}</p>
        )}
        <RichTextEditor.Content />
      </RichTextEditor>
      {editor && <Dialogs editor={editor} dialog={dialog} media={media} onClose={() => setDialog(null)} />}
    </PictureContext>
  );
}

interface DialogsProps {
  editor: Editor;
  dialog: OpenDialog;
  media: MediaMap;
  onClose: () => void;
}

function Dialogs({ editor, dialog, media, onClose }: DialogsProps) {
  return (
    <>
      <PictureDialog
        editor={editor}
        position={dialog?.kind === 'picture' ? dialog.position : undefined}
        media={media}
        onClose={onClose}
      />
      <ButtonDialog editor={editor} opened={dialog?.kind === 'button'} onClose={onClose} />
    </>
  );
}

/** Pictures on their way, and what was left out of a pasted text. */
function UploadNotices({ uploads }: { uploads: ReturnType<typeof usePictureUploads> }) {
  const { t } = useWords();
  const { running, problem, dropped, clear } = uploads;
  return (
    <Stack gap={0} className={classes.notices ?? ''}>
      {running.length > 0 && (
        <p role="status" className={classes.running}>
          {t('postEditor.uploading', { count: running.length, name: running[0]?.name ?? '' })}
        </p>
      )}
      {(problem !== null || dropped > 0) && (
        <Alert
          color="yellow"
          role="alert"
          radius={0}
          withCloseButton
          closeButtonLabel={t('shell.close')}
          onClose={clear}
        >
          {problem ?? t('postEditor.dropped', { count: dropped })}
        </Alert>
      )}
    </Stack>
  );
}
