import { POST_HELP_KINDS, type PostHelpKind } from '@hanasu/contract/post-help';
import type { PostWithDraft } from '@hanasu/contract/posts';
import { Drawer, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import type { PostEditing } from '../edit/use-post-draft.ts';
import { HelpForm, NeedsModel, writingServices } from './HelpForm.tsx';
import { HelpResult } from './HelpResult.tsx';
import { unmarkTarget } from './help-target.ts';
import { type HelpInput, type HelpRunner, useHelpRun } from './use-help-run.ts';
import classes from './WritingHelp.module.css';

interface WritingHelpProps {
  post: PostWithDraft;
  editor: Editor;
  editing: PostEditing;
}

/** As wide as the details of the post, so that the text beside it stays in view. */
const PANEL_WIDTH = 356;
/** On a phone it is below the text. */
const SHEET_HEIGHT = '50dvh';
const PHONE = '(max-width: 47.99em)';

/** The button that opens the help of a model, and its panel beside the text. What was written stays when the panel is closed. */
export function WritingHelp({ post, editor, editing }: WritingHelpProps) {
  const { t } = useWords();
  const [isOpen, panel] = useDisclosure(false);
  const runner = useHelpRun(post.uuid);
  const isPhone = useMediaQuery(PHONE);
  const close = () => {
    panel.close();
    // What is chosen ends with the panel; what is being written goes on.
    if (runner.run.step === 'idle' || runner.run.step === 'failed') unmarkTarget(editor);
  };
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t('postHelp.open')}
        // The selection of the text stays.
        onMouseDown={(event) => event.preventDefault()}
        onClick={isOpen ? close : panel.open}
      >
        <Icon name={runner.run.step === 'writing' ? 'loader' : 'sparkles'} size={16} />
        <span>{t('postHelp.open')}</span>
      </button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position={isPhone ? 'bottom' : 'right'}
        size={isPhone ? SHEET_HEIGHT : PANEL_WIDTH}
        classNames={{ content: classes.sheet }}
        title={t('postHelp.open')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
        // The text beside it can be selected and read on.
        withOverlay={false}
        lockScroll={false}
        trapFocus={false}
        closeOnClickOutside={false}
        shadow="md"
      >
        <HelpPanel post={post} editor={editor} editing={editing} runner={runner} onClose={panel.close} />
      </Drawer>
    </>
  );
}

/** Scrolls the block with the cursor, or with the beginning of the selection, to the top of the text that is in view. */
function showCursor({ view, state }: Editor): void {
  const { node } = view.domAtPos(state.selection.from);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: 'start' });
}

interface HelpPanelProps extends WritingHelpProps {
  runner: HelpRunner;
  onClose: () => void;
}

/** What can be written, how, and what was written: one after the other. */
function HelpPanel({ runner, onClose, ...place }: HelpPanelProps) {
  const [kind, setKind] = useState<PostHelpKind | null>(null);
  const { run, start, discard } = runner;
  const end = () => {
    unmarkTarget(place.editor);
    discard();
  };
  const ref = useRef<HTMLDivElement>(null);
  // The focus is not trapped, as the text beside the panel stays in use, and comes in once.
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  const { editor } = place;
  useEffect(() => {
    if (window.matchMedia(PHONE).matches) showCursor(editor);
  }, [editor]);
  const step =
    run.step === 'writing' || run.step === 'written' ? (
      <HelpResult
        {...place}
        runner={runner}
        run={run}
        onDiscard={end}
        onAccepted={() => {
          end();
          setKind(null);
          onClose();
        }}
      />
    ) : kind === null ? (
      <KindList onChoose={setKind} />
    ) : (
      <HelpForm
        {...place}
        kind={kind}
        error={run.step === 'failed' && run.input.kind === kind ? run.error : undefined}
        onStart={(input: HelpInput) => start(input)}
        onBack={() => {
          end();
          setKind(null);
        }}
      />
    );
  return (
    <div ref={ref} tabIndex={-1} className={classes.panel}>
      {step}
    </div>
  );
}

const ICONS = {
  outline: 'list-checks',
  continue: 'pencil',
  shorten: 'type',
  tone: 'smile',
  translate: 'languages',
  headlines: 'heading',
  description: 'text-quote',
} as const satisfies Record<PostHelpKind, IconName>;
const OF_POST: readonly PostHelpKind[] = ['headlines', 'description', 'translate'];
const GROUPS = [
  { name: 'ofText', kinds: POST_HELP_KINDS.filter((kind) => !OF_POST.includes(kind)) },
  { name: 'ofPost', kinds: OF_POST },
] as const;

/** What can be written. Without a model all but the outline is marked, and says when it is chosen what it needs. */
function KindList({ onChoose }: { onChoose: (kind: PostHelpKind) => void }) {
  const { t } = useWords();
  const { data: services } = useQuery(servicesQuery);
  const lacksModel = services !== undefined && writingServices(services).length === 0;
  return (
    <Stack gap="md">
      <p className={classes.note}>{t('postHelp.purpose')}</p>
      {lacksModel && <NeedsModel />}
      {GROUPS.map(({ name, kinds }) => (
        <section key={name} className={classes.group}>
          <h3>{t(`postHelp.${name}`)}</h3>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>
                <button type="button" className={classes.kind} onClick={() => onChoose(kind)}>
                  <Icon name={ICONS[kind]} size={18} />
                  <span className={classes.kindText}>
                    <b>{t(`postHelp.kinds.${kind}`)}</b>
                    <small>{t(`postHelp.hints.${kind}`)}</small>
                  </span>
                  {lacksModel && kind !== 'outline' && (
                    <span className={classes.needs}>{t('postHelp.needsModelShort')}</span>
                  )}
                  <Icon name="chevron-right" size={16} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
