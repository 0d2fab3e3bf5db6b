import type { GalleryBot } from '@hanasu/contract/gallery';
import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Gallery.module.css';
import { galleryQuery } from './gallery.queries.ts';

export const GalleryCards = ({ bots }: { bots: readonly GalleryBot[] }) => (
  <ul className={classes.cards}>
    {bots.map((bot) => (
      <li key={bot.slug}>
        <GalleryCard bot={bot} />
      </li>
    ))}
  </ul>
);

function GalleryCard({ bot }: { bot: GalleryBot }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <article className={classes.card}>
      <Cover url={bot.coverUrl} />
      <div className={classes.body}>
        <h2 className={classes.name} lang={bot.language}>
          <Link to="/ExploreBot/$slug" params={{ slug: bot.slug }} className={classes.link}>
            {bot.title}
          </Link>
        </h2>
        <p className={classes.text} lang={bot.language}>
          {bot.description}
        </p>
        <div className={classes.facts}>
          <Badge color="gray">{t(`gallery.categories.${bot.category}`)}</Badge>
          <span>{LOCALE_NAMES[bot.language]}</span>
          <span>{t('gallery.chats', { count: bot.chats, number: format.number(bot.chats) })}</span>
        </div>
      </div>
    </article>
  );
}

/** Decoration: what it shows is said in words beside it. */
export const Cover = ({ url }: { url: string | null }) =>
  url ? (
    <img className={classes.cover} src={url} alt="" loading="lazy" width={960} height={540} />
  ) : (
    <span className={classes.cover} aria-hidden>
      <Icon name="bot" size={34} />
    </span>
  );

export const LoadingGallery = () => (
  <div className={classes.cards} aria-hidden>
    {['one', 'two', 'three', 'four'].map((key) => (
      <Skeleton key={key} height={270} radius="lg" />
    ))}
  </div>
);

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
