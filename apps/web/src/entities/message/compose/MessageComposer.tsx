import type { MediaView } from '@hanasu/contract/media';
import type { MessageContent } from '@hanasu/contract/message-content';
import { Button, Tabs } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { makeHistoryReducer, startHistory } from '../../../shell/draft/draft-history.ts';
import { type Steps, UndoButtons, useUndoKeys } from '../../../shell/draft/UndoButtons.tsx';
import { STEP_TOAST } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { kindsFor } from '../../channel/channel-kinds.ts';
import { useKindName } from '../../channel/use-kind-name.ts';
import { PreviewPane } from '../preview/PreviewPane.tsx';
import type { MessagePreview } from '../preview/use-message-preview.ts';
import { BubbleList } from './BubbleList.tsx';
import classes from './Compose.module.css';
import { type Composing, ComposingContext, useComposing } from './compose-context.ts';
import {
  bubblesIn,
  type Change,
  dropVariant,
  putVariant,
  type Scope,
  startVariant,
  typedStep,
  wrongPlaces,
} from './content.ts';
import { toastUndo } from './PartActions.tsx';
import { QuickReplies, SenderFields } from './QuickReplies.tsx';

export interface MessageComposerProps {
  value: MessageContent;
  onChange: (content: MessageContent) => void;
  preview: MessagePreview;
  mayEdit?: boolean;
  /** Says what is missing, not only what is wrong. */
  isChecked?: boolean;
  /** The only kind of channel it is for: no variants are offered, and the preview shows that kind. */
  channelKind?: string | undefined;
  /** Media that it shows, as far as known. */
  media?: readonly MediaView[];
  children?: ReactNode;
}

const historyReducer = makeHistoryReducer<MessageContent>((content) => content);
type Step = Parameters<typeof historyReducer>[1];
const isSame = (one: MessageContent, other: MessageContent): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Every step of what is composed here; another message from outside has none yet. */
function useContentSteps({ value, onChange }: Pick<MessageComposerProps, 'value' | 'onChange'>) {
  const [history, setHistory] = useState(() => startHistory(value));
  if (!isSame(history.present, value)) setHistory(startHistory(value));
  const latest = useRef(history);
  const give = useRef(onChange);
  useEffect(() => {
    latest.current = history;
    give.current = onChange;
  }, [history, onChange]);
  const take = useCallback((step: Step) => {
    const next = historyReducer(latest.current, step);
    if (next === latest.current) return;
    latest.current = next;
    setHistory(next);
    give.current(next.present);
  }, []);
  const edit = useCallback(
    (change: Change) => {
      const { present } = latest.current;
      const next = change(present);
      take({ type: 'edited', change: () => next, group: typedStep(present, next) });
    },
    [take],
  );
  const back = (type: 'undone' | 'redone') => () => {
    toasts.remove(STEP_TOAST);
    take({ type });
  };
  const steps: Steps = {
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: back('undone'),
    redo: back('redone'),
  };
  return { edit, steps };
}

/** Composes a message of up to five bubbles; beside it, or below, how it looks on each channel. */
export function MessageComposer(props: MessageComposerProps) {
  const { value, onChange, preview, mayEdit = true, isChecked = false, channelKind, children } = props;
  const { t } = useWords();
  const [wanted, setScope] = useState<Scope>(null);
  const [added, setAdded] = useState<readonly MediaView[]>([]);
  const { edit, steps } = useContentSteps({ value, onChange });
  const parts = useRef<HTMLDivElement>(null);
  useUndoKeys(steps, (place) => mayEdit && isAbout(parts.current, place));
  const scope = channelKind === undefined ? wanted : null;
  const { data } = preview;
  const media = useMemo(
    () =>
      new Map(
        [...(props.media ?? []), ...(data?.media ?? []), ...added].map((each) => [each.uuid as string, each]),
      ),
    [props.media, data, added],
  );
  const composing: Composing = {
    content: value,
    scope,
    edit,
    mayEdit,
    isChecked,
    media,
    addMedia: (each) => setAdded((all) => [...all, each]),
    wrong: useMemo(() => wrongPlaces(value), [value]),
    problems: data?.problems ?? [],
    losses: lossesIn(data, value, { scope, channelKind }),
  };
  return (
    <ComposingContext value={composing}>
      <div className={classes.composer}>
        <div className={classes.columns}>
          <div className={classes.edit}>
            {children}
            <div className={classes.scopes}>
              {channelKind === undefined && <Scopes scope={scope} onScope={setScope} />}
              {mayEdit && (
                <span className={classes.steps}>
                  <UndoButtons steps={steps} size={36} />
                </span>
              )}
            </div>
            <div ref={parts} className={classes.parts}>
              {scope === null || bubblesIn(value, scope).length > 0 || scope in value.variants ? (
                <BubbleList />
              ) : (
                <SameAsEverywhere kind={scope} />
              )}
              {scope === null && (
                <>
                  <QuickReplies />
                  <SenderFields />
                </>
              )}
            </div>
          </div>
          <aside className={classes.preview} aria-label={t('messageComposer.preview')}>
            <PreviewPane preview={preview} only={channelKind} wanted={scope} />
          </aside>
        </div>
      </div>
    </ComposingContext>
  );
}

/** Other fields, as the name of a template or a search, undo what is typed there; so do dialogs over the composer. */
function isAbout(parts: Element | null, place: EventTarget | null): boolean {
  if (!(place instanceof Element) || parts?.contains(place)) return true;
  const dialog = place.closest('[role="dialog"]');
  return !place.matches('input, textarea') && (dialog === null || dialog.contains(parts));
}

interface LossOptions {
  readonly scope: Scope;
  readonly channelKind: string | undefined;
}

/** Losses of the edited bubbles on connected channels; on all channels while none is connected. */
function lossesIn(
  data: MessagePreview['data'],
  { variants }: MessageContent,
  { scope, channelKind }: LossOptions,
): Composing['losses'] {
  const channels = data?.channels ?? [];
  const wanted = channelKind ?? scope;
  const isAny = channels.some(({ isConnected }) => isConnected);
  return channels
    .filter(({ kind, isConnected }) =>
      wanted === null ? !(variants[kind]?.length ?? 0) && (isConnected || !isAny) : kind === wanted,
    )
    .flatMap(({ kind, losses }) => losses.map((loss) => ({ ...loss, kind })));
}

interface ScopesProps {
  scope: Scope;
  onScope: (scope: Scope) => void;
}

const ALL = 'all';

/** Tabs for what is said everywhere, and what is said instead on channels of a kind. */
function Scopes({ scope, onScope }: ScopesProps) {
  const { t, locale } = useWords();
  const kindName = useKindName();
  const { content, edit, mayEdit } = useComposing();
  const drop = (kind: string) => {
    const before = content.variants[kind] ?? [];
    edit(dropVariant(kind));
    toastUndo(t('messageComposer.variantDropped', { channel: kindName(kind) }), () =>
      edit(putVariant(kind, before)),
    );
  };
  return (
    <>
      <Tabs
        className={classes.scopeList ?? ''}
        value={scope ?? ALL}
        onChange={(kind) => onScope(kind === ALL ? null : kind)}
      >
        <Tabs.List aria-label={t('messageComposer.scopes')} className={classes.scopeTabs ?? ''}>
          <Tabs.Tab value={ALL}>{t('messageComposer.allChannels')}</Tabs.Tab>
          {kindsFor(locale).map(({ manifest: { kind } }) => (
            <Tabs.Tab key={kind} value={kind}>
              {kindName(kind)}
              {kind in content.variants && (
                <span className={classes.own}>{t('messageComposer.variantOwn')}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {scope !== null && scope in content.variants && mayEdit && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => drop(scope)}>
          {t('messageComposer.variantDrop')}
        </Button>
      )}
    </>
  );
}

function SameAsEverywhere({ kind }: { kind: string }) {
  const { t } = useWords();
  const kindName = useKindName();
  const { edit, mayEdit } = useComposing();
  const channel = kindName(kind);
  return (
    <div className={classes.same}>
      <p>{t('messageComposer.variantSame', { channel })}</p>
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<Icon name="pencil" size={14} />}
          onClick={() => edit(startVariant(kind))}
        >
          {t('messageComposer.variantStart', { channel })}
        </Button>
      )}
    </div>
  );
}
