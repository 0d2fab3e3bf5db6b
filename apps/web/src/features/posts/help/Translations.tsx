import type { LinkedPost, PostWithDraft } from '@hanasu/contract/posts';
import { Link } from '@tanstack/react-router';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useTitleOf } from '../list/PostMenu.tsx';
import { PostStateBadge } from '../list/PostStateBadge.tsx';
import classes from './WritingHelp.module.css';

/** The same post in other languages: the one that this is a translation of, and the others. */
export function Translations({ post: { translations } }: { post: PostWithDraft }) {
  const { t } = useWords();
  const original = translations.find(({ isOriginal }) => isOriginal);
  const others = translations.filter(({ isOriginal }) => !isOriginal);
  return (
    <>
      {original && (
        <div className={classes.linked}>
          <span className={classes.note}>{t('postHelp.translationOf')}</span>
          <LinkedPostLine post={original} />
        </div>
      )}
      {others.length > 0 && (
        <ul className={classes.linked}>
          {others.map((one) => (
            <li key={one.uuid}>
              <LinkedPostLine post={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LinkedPostLine({ post }: { post: LinkedPost }) {
  const title = useTitleOf()(post);
  return (
    <span className={classes.linkedPost}>
      <span className={classes.language}>{LOCALE_NAMES[post.language]}</span>
      <Link to="/Post-Manage/edit/$id" params={{ id: post.uuid }} lang={post.language}>
        {title}
      </Link>
      <PostStateBadge post={post} />
    </span>
  );
}
