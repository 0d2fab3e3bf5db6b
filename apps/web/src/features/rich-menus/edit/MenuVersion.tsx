import { drawPicture, type PictureSource } from '@hanasu/contract/menu-pictures';
import { MENU_SIZES, type MenuPage, type RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { Skeleton } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { TextDiff } from '../../../shell/draft/TextDiff.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import panel from './AreaPanel.module.css';
import type { Size } from './area-geometry.ts';
import { useDrawn } from './DrawnPicture.tsx';
import { canonicalJson, describeMenu, pageLabel } from './describe-menu.ts';
import classes from './MenuVersion.module.css';
import { useActionWords } from './use-action-words.ts';
import { useMenuEditing } from './use-menu-draft.ts';

interface MenuVersionProps {
  definition: RichMenuDefinition;
}

/** Shows what restoring a version would change in the draft. */
export function MenuDifferences({ definition }: MenuVersionProps) {
  const { t } = useWords();
  const { draft, menu, mayEdit } = useMenuEditing();
  const ofDraft = { t, actionText: useActionWords({ draft, menu }) };
  const ofVersion = { t, actionText: useActionWords({ draft: definition, menu }) };
  return (
    <>
      <TextDiff
        before={describeMenu(draft, draft.size, ofDraft)}
        after={describeMenu(definition, draft.size, ofVersion)}
        none={t('shell.versions.same')}
        help={mayEdit ? t('shell.versions.differencesHelp') : undefined}
      />
      <PictureDifferences definition={definition} />
    </>
  );
}

/** Shows the pictures that differ: on the left as in the draft, on the right as in the version. */
function PictureDifferences({ definition }: MenuVersionProps) {
  const { t } = useWords();
  const { draft } = useMenuEditing();
  const changed = definition.pages.flatMap((page, index) => {
    const old = draft.pages.find(({ id }) => id === page.id);
    const isSame = !old || canonicalJson(old.picture) === canonicalJson(page.picture);
    return isSame ? [] : [{ id: page.id, name: pageLabel(page, index, t), old, page }];
  });
  return changed.map(({ id, name, old, page }) => (
    <div key={id} className={classes.pair}>
      {(
        [
          ['draft', old, draft],
          ['version', page, definition],
        ] as const
      ).map(([state, { picture }, { size }]) => (
        <figure key={state}>
          <figcaption>{t(`menuVersion.${state}`)}</figcaption>
          <MenuPicture
            picture={picture}
            alt={t('menuVersion.pictureOf', { page: name, state: t(`menuVersion.${state}`) })}
            size={MENU_SIZES[size]}
          />
        </figure>
      ))}
    </div>
  ));
}

/** Shows the bar, the pictures and the tap areas of a version. */
export function MenuContents({ definition }: MenuVersionProps) {
  const { t } = useWords();
  const { menu } = useMenuEditing();
  const actionText = useActionWords({ draft: definition, menu });
  const { pages, chatBarText, size } = definition;
  const bar = { label: t('menuEditor.chatBarText'), value: chatBarText };
  return (
    <>
      <p className={classes.bar}>{t('shell.versions.fact', bar)}</p>
      {pages.map((page, index) => {
        const name = pageLabel(page, index, t);
        return (
          <div key={page.id}>
            {pages.length > 1 && <h4 className={classes.page}>{name}</h4>}
            <MenuPicture picture={page.picture} alt={name} size={MENU_SIZES[size]} />
            <AreaTexts page={page} actionText={actionText} />
          </div>
        );
      })}
    </>
  );
}

interface AreaTextsProps {
  page: MenuPage;
  actionText: ReturnType<typeof useActionWords>;
}
function AreaTexts({ page: { areas }, actionText }: AreaTextsProps) {
  const { t } = useWords();
  return (
    <ol className={panel.list} aria-label={t('menuEditor.areas')}>
      {areas.map(({ id, label, action }, index) => (
        <li key={id} className={classes.area}>
          <span className={panel.number}>{index + 1}</span>
          <span className={panel.words}>
            {label || t('menuEditor.unnamed')}
            <small>{actionText(action)}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}

interface MenuPictureProps {
  picture: PictureSource | null;
  alt: string;
  size: Size;
}
function MenuPicture({ picture, alt, size }: MenuPictureProps) {
  const { t } = useWords();
  const drawn = useDrawn(picture, size);
  const mayDraw = usePermission(drawPicture);
  if (!picture) return <p className={classes.note}>{t('menuVersion.noPicture')}</p>;
  if (!mayDraw) return <p className={classes.note}>{t('menuEditor.notDrawn')}</p>;
  if (drawn.isError) return <p className={classes.note}>{errorMessage(drawn.error)}</p>;
  if (!drawn.data) return <Skeleton height={120} aria-hidden />;
  return <img className={classes.picture} src={drawn.data.url} alt={alt} {...size} />;
}
