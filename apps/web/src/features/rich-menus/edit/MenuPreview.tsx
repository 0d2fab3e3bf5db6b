import { MENU_SIZES, type MenuArea } from '@hanasu/contract/rich-menus';
import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelQuery } from '../../../entities/channel/channels.queries.ts';
import { PHONE_SCREENS, PhoneFrame } from '../../../entities/channel/PhoneFrame.tsx';
import { PhoneMenu } from '../../../entities/channel/PhoneMenu.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { useDrawn } from './DrawnPicture.tsx';
import classes from './MenuPreview.module.css';
import { pageOf, sendable } from './menu-draft.ts';
import { useActionWords } from './use-action-words.ts';
import { useMenuEditing } from './use-menu-draft.ts';

/** What a tap did: as the customer’s words, or as a line about it. */
interface Done {
  readonly id: number;
  readonly isSaid: boolean;
  readonly text: string;
}
const DONE_MAX = 8;
const PLATFORMS = ['ios', 'android'] as const;

/** The menu on a friend’s phone; taps say what would happen, tabs switch. */
export function MenuPreview() {
  const { t } = useWords();
  const { draft, page: edited, menu } = useMenuEditing();
  const { data: channel } = useQuery(channelQuery(menu.channelUuid));
  const wordsOf = useActionWords({ draft, menu });
  /** Null: the page that is edited. */
  const [shown, setShown] = useState<{ of: string; pageId: string } | null>(null);
  // On a phone the frame is as high as the page has room for.
  const isRoomy = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const [platform, setPlatform] = useState<(typeof PLATFORMS)[number]>('ios');
  const [done, setDone] = useState<readonly Done[]>([]);
  const page = (shown?.of === edited.id ? pageOf(draft, shown.pageId) : undefined) ?? edited;
  const tap = ({ action }: MenuArea) => {
    if (action?.kind === 'page') return setShown({ of: edited.id, pageId: action.pageId });
    const said = action?.kind === 'message' ? action.text : action && 'shown' in action ? action.shown : null;
    const entry = { id: (done.at(-1)?.id ?? 0) + 1, isSaid: said !== null, text: said ?? wordsOf(action) };
    setDone((old) => [...old, entry].slice(-DONE_MAX));
  };
  const size = MENU_SIZES[draft.size];
  const known = sendable(draft)?.definition ?? draft;
  const drawn = useDrawn(pageOf(known, page.id)?.picture ?? null, size);
  const title = channel?.displayName ?? channel?.name ?? '';
  return (
    <div className={classes.preview}>
      {isRoomy && (
        <SegmentedControl
          size="xs"
          aria-label={t('menuEditor.platform')}
          value={platform}
          onChange={(value) => setPlatform(PLATFORMS.find((each) => each === value) ?? 'ios')}
          data={PLATFORMS.map((value) => ({ value, label: t(`menuEditor.platforms.${value}`) }))}
        />
      )}
      <PhoneFrame
        kind="line"
        screen={isRoomy ? PHONE_SCREENS[platform] : undefined}
        title={title}
        label={t('menuEditor.phone390')}
        foot={
          <PhoneMenu
            size={size}
            picture={page.picture ? (drawn.data?.url ?? null) : null}
            text={draft.chatBarText || t('menuEditor.chatBarDefault')}
            // Closed and open again as a chat is that is opened the next time.
            key={String(draft.selected)}
            isOpenFirst={draft.selected}
            areas={page.areas.map((area, index) => ({
              ...area,
              label: area.label || t('menuEditor.areaNumber', { number: index + 1 }),
            }))}
            onTap={tap}
          />
        }
      >
        <div className={classes.chat} role="log" aria-label={t('menuEditor.chat')}>
          {done.map(({ id, isSaid, text }) => (
            <p key={id} data-said={isSaid || undefined}>
              {text}
            </p>
          ))}
        </div>
      </PhoneFrame>
      <p className={classes.note}>{t('menuEditor.previewNote')}</p>
    </div>
  );
}
