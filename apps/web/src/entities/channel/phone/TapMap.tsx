import type { ShownMap } from '@hanasu/channels/spec/shown-payload';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { placeIn, TapPicture } from '../TapPicture.tsx';
import classes from './PhoneMessages.module.css';
import { Picture } from './Picture.tsx';
import { loadedFrom, type OnTap } from './shown-message.ts';

/** A picture with places to tap: each does what it does on a phone. Without `onTap` only links do. */
export function TapMap({ map, onTap }: { map: ShownMap; onTap?: OnTap }) {
  const { t } = useWords();
  const { imageUrl, altText, areas, video } = map;
  const tap = (area: ShownMap['areas'][number]) => {
    if (area.copy === undefined) return onTap?.(area);
    const { copy } = area;
    // A browser may refuse; the notice names the text all the same.
    navigator.clipboard?.writeText(copy).catch(() => undefined);
    toasts.add({ title: t('channel.phone.copied', { text: copy }) });
  };
  return (
    <div className={classes.map1040}>
      <TapPicture
        size={map}
        picture={<Picture url={loadedFrom(imageUrl)} label={altText} className={classes.mapPicture} />}
        areas={areas.map((area, index) => ({
          ...area,
          label: area.label || t('channel.phone.area', { number: index + 1 }),
        }))}
        onTap={onTap && tap}
      >
        {video && <MapVideo video={video} size={map} />}
      </TapPicture>
    </div>
  );
}

interface MapVideoProps {
  video: NonNullable<ShownMap['video']>;
  size: ShownMap;
}
/** Pages play what lies on this server; what lies elsewhere opens there. */
function MapVideo({ video, size }: MapVideoProps) {
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  const url = loadedFrom(video.url);
  const poster = video.previewUrl === null ? undefined : loadedFrom(video.previewUrl);
  if (!url.startsWith('/'))
    return (
      <a
        className={classes.mapElsewhere}
        style={{
          ...placeIn(video, size),
          ...(poster?.startsWith('/') && { backgroundImage: `url("${poster}")` }),
        }}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <Icon name="play" size={26} label={t('channel.phone.media.video')} />
      </a>
    );
  return (
    <div className={classes.mapVideo} style={placeIn(video, size)}>
      {/* biome-ignore lint/a11y/useMediaCaption: what is sent has none. */}
      <video
        controls
        preload="none"
        src={url}
        poster={poster}
        aria-label={t('channel.phone.media.video')}
        onPlay={() => setOver(false)}
        onEnded={() => setOver(true)}
      />
      {isOver && video.link?.url && (
        <a
          className={classes.mapEnd}
          href={video.link.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {video.link.label}
        </a>
      )}
    </div>
  );
}
