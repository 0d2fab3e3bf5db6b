import { uploadPicture } from '@hanasu/contract/menu-pictures';
import { Alert, Button, FileButton, Group, Modal, Slider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useWords } from '../../../i18n/use-words.ts';
import { upload } from '../../../shell/api/api-client.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { partProps } from './lead-to-field.ts';
import classes from './MenuEdit.module.css';
import { useChosenPicture } from './PhotoField.tsx';
import { setPicture } from './picture-draft.ts';
import { usePictureEditing } from './use-picture-editing.ts';

/** A picture of one’s own: chosen, cropped to the proportions, sent as it is. */
export function PictureUpload() {
  const { t } = useWords();
  const { drawn, mayEdit } = usePictureEditing();
  const [file, setFile] = useState<File | null>(null);
  const choose = useChosenPicture(setFile);
  return (
    <>
      <FileButton accept="image/jpeg,image/png,image/webp" onChange={choose} disabled={!mayEdit}>
        {(props) => (
          <Button
            {...props}
            {...partProps('upload')}
            variant="default"
            leftSection={<Icon name="image" size={14} />}
          >
            {t(drawn.picture ? 'menuEditor.replacePicture' : 'menuEditor.upload')}
          </Button>
        )}
      </FileButton>
      <Modal
        opened={file !== null}
        onClose={() => setFile(null)}
        size="lg"
        title={t('menuEditor.cropTitle')}
        centered
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {file && <Crop file={file} onDone={() => setFile(null)} />}
      </Modal>
    </>
  );
}

function Crop({ file, onDone }: { file: File; onDone: () => void }) {
  const { t } = useWords();
  const { size, editPicture, fitHeight } = usePictureEditing();
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isBroken, setBroken] = useState(false);
  const send = useMutation({
    mutationFn: () => upload(uploadPicture, { file }),
    meta: { inPlace: true },
  });
  const use = (part: Area | null) =>
    send.mutate(undefined, {
      onSuccess: ({ uuid, width, height }) => {
        const crop = part && wholePixels(part);
        if (!crop) fitHeight?.({ width, height });
        editPicture((before) => setPicture(before, { kind: 'upload', fileUuid: uuid, crop }));
        onDone();
      },
    });
  return (
    <Stack gap="md">
      <div className={classes.crop}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={size.width / size.height}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: () => setBroken(true) }}
          cropperProps={{ role: 'group', 'aria-label': t('menuEditor.cropArea') }}
        />
      </div>
      {(isBroken || send.error) && (
        <Alert color="red" role="alert">
          {send.error ? errorMessage(send.error) : t('menuEditor.broken')}
        </Alert>
      )}
      <Slider
        value={zoom}
        onChange={setZoom}
        min={1}
        max={4}
        step={0.05}
        label={null}
        thumbLabel={t('menuEditor.zoom')}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {t('shell.cancel')}
        </Button>
        {fitHeight && (
          <Button
            variant="default"
            onClick={() => use(null)}
            loading={send.isPending}
            disabled={!area || isBroken}
          >
            {t('menuEditor.useWhole')}
          </Button>
        )}
        <Button onClick={() => use(area)} loading={send.isPending} disabled={!area || isBroken}>
          {t('menuEditor.usePicture')}
        </Button>
      </Group>
    </Stack>
  );
}

const wholePixels = ({ x, y, width, height }: Area) => ({
  x: Math.max(0, Math.floor(x)),
  y: Math.max(0, Math.floor(y)),
  width: Math.max(1, Math.floor(width)),
  height: Math.max(1, Math.floor(height)),
});
