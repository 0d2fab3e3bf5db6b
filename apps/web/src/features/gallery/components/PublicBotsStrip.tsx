import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { galleryQuery } from '../gallery.queries.ts';
import classes from './Gallery.module.css';
import { GalleryCards } from './GalleryCards.tsx';

const SHOWN = 4;

/** A few public bots for who is not signed in; nothing while there are none. */
export function PublicBotsStrip() {
  const { t } = useWords();
  const { data } = useQuery(galleryQuery({ pageSize: SHOWN }));
  if (!data || data.items.length === 0) return null;
  return (
    <section className={classes.strip} aria-labelledby="public-bots">
      <div className={classes.stripHead}>
        <h2 id="public-bots">{t('gallery.stripTitle')}</h2>
        <Link to="/ExploreBot">{t('gallery.stripMore')}</Link>
      </div>
      <GalleryCards bots={data.items} />
    </section>
  );
}
