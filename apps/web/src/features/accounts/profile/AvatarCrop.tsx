import { Button, Group, Modal, Slider, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Area } from 'react-easy-crop';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './AvatarCrop.module.css';

const SIDE = 512;

/** Draws the chosen square of a picture at 512 × 512 pixels and gives it as a PNG file. */
async function cropImage(url: string, area: Area): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture could not be drawn');
  return new File([blob], 'avatar.png', { type: 'image/png' });
}

interface AvatarCropProps {
  file: File;
  isSquare: boolean;
  pending: boolean;
  onClose: () => void;
  onCropped: (file: File) => void;
}

/** Move and zoom a picture under a round or square window; arrow keys move it too. */
export function AvatarCrop({ file, isSquare, pending, onClose, onCropped }: AvatarCropProps) {
  const { t } = useWords();
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isBroken, setBroken] = useState(false);
  const save = async () => {
    if (area) onCropped(await cropImage(url, area));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.cropTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <div className={classes.stage}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape={isSquare ? 'rect' : 'round'}
            showGrid={false}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setBroken(true) }}
            cropperProps={{ role: 'application', 'aria-label': t('account.cropArea') }}
          />
        </div>
        {isBroken && (
          <Text size="sm" c="var(--danger-text)" role="alert">
            {t('errors.image_invalid')}
          </Text>
        )}
        <Slider
          value={zoom}
          onChange={setZoom}
          min={1}
          max={4}
          step={0.05}
          label={null}
          thumbLabel={t('account.zoom')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button onClick={() => void save()} loading={pending} disabled={!area || isBroken}>
            {t('account.usePicture')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
