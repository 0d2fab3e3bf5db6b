import { LINE_PICTURE_UPLOAD_BYTES, type PictureCell, uploadPicture } from '@hanasu/contract/menu-pictures';
import { Button, FileButton, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { upload } from '../../../shell/api/api-client.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';

/** Calls back with a picture that may be uploaded; about another it is said why not. */
export function useChosenPicture(onChosen: (file: File) => void): (file: File | null) => void {
  const { t } = useWords();
  const format = useFormat();
  return (file) => {
    if (!file) return;
    if (file.size <= LINE_PICTURE_UPLOAD_BYTES) onChosen(file);
    else
      toasts.add({
        title: t('menuEditor.tooHeavy', { size: format.bytes(LINE_PICTURE_UPLOAD_BYTES) }),
        color: 'error',
      });
  };
}

interface PhotoFieldProps {
  label: string;
  value: PictureCell['fileUuid'];
  onChange: (fileUuid: PictureCell['fileUuid']) => void;
}

/** A photo that fills a cell or the whole picture, under icons and words; its middle is shown. */
export function PhotoField({ label, value, onChange }: PhotoFieldProps) {
  const { t } = useWords();
  const send = useMutation({
    mutationFn: (file: File) => upload(uploadPicture, { file }),
    onSuccess: ({ uuid }) => onChange(uuid),
    meta: { inPlace: true },
  });
  const choose = useChosenPicture((file) => send.mutate(file));
  return (
    <Input.Wrapper
      labelElement="div"
      label={label}
      error={send.error && <span role="alert">{errorMessage(send.error)}</span>}
    >
      <Group gap="xs">
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="image" size={14} />}
              loading={send.isPending}
            >
              {t(value ? 'menuEditor.photoReplace' : 'menuEditor.photoAdd')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon name="x" size={14} />}
            onClick={() => onChange(null)}
          >
            {t('menuEditor.photoRemove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
