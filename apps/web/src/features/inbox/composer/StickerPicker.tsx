import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChannelSticker } from '../../../entities/channel/channel-kinds.ts';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './Composer.module.css';

interface StickerPickerProps {
  load: () => Promise<readonly ChannelSticker[]>;
  onPick: (sticker: { packageId: string; stickerId: string }) => void;
}

/** Stickers that the channel lets accounts send. */
export function StickerPicker({ load, onPick }: StickerPickerProps) {
  const { t } = useWords();
  const { data } = useQuery({ queryKey: ['stickers', String(load)], queryFn: load, staleTime: Infinity });
  const stickers = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  // They come after the list was opened, and with them what a keyboard steers.
  useEffect(() => {
    if (isLoaded) stickers.current?.querySelector('button')?.focus();
  }, [isLoaded]);
  if (!data) return <Skeleton height={180} />;
  return (
    <>
      <p className={classes.popHelp}>{t('inboxWork.composer.stickersHelp')}</p>
      <div ref={stickers} className={classes.stickers}>
        {data.map((sticker) => (
          <StickerButton
            key={`${sticker.packageId}-${sticker.stickerId}`}
            sticker={sticker}
            onPick={() => onPick({ packageId: sticker.packageId, stickerId: sticker.stickerId })}
          />
        ))}
      </div>
    </>
  );
}

function StickerButton({ sticker, onPick }: { sticker: ChannelSticker; onPick: () => void }) {
  const { t } = useWords();
  const [isBroken, setBroken] = useState(false);
  const label = t('inboxWork.composer.stickerNumber', { number: sticker.stickerId });
  return (
    <button type="button" className={classes.stickerButton} aria-label={label} title={label} onClick={onPick}>
      {isBroken ? (
        <span>{sticker.stickerId}</span>
      ) : (
        <img src={sticker.pictureUrl} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </button>
  );
}
