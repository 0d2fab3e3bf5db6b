import { AVATAR_MAX_BYTES, AVATAR_TYPES, type UserView } from '@hanasu/contract/accounts';
import { Alert, Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { faultWords } from '../../../../shell/fault-words.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import { useUpdateAccount, useUploadAvatar } from '../../account.queries.ts';

const AvatarCrop = lazy(() => import('./AvatarCrop.tsx').then((file) => ({ default: file.AvatarCrop })));

/** The picture, another one (cut to a square first), or none. */
export function AvatarEditor({ user }: { user: UserView }) {
  const { t } = useWords();
  const format = useFormat();
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useUploadAvatar();
  const update = useUpdateAccount();
  const choose = (file: File | null) => {
    if (!file) return;
    const isKnown = AVATAR_TYPES.some((type) => type === file.type);
    const isSmall = file.size <= AVATAR_MAX_BYTES;
    setProblem(isKnown && isSmall ? null : t(isKnown ? 'errors.file_too_large' : 'errors.image_invalid'));
    setChosen(isKnown && isSmall ? file : null);
  };
  const fail = (error: unknown) => setProblem(faultWords(error));
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Avatar src={user.avatar?.url ?? null} size={72} name={user.displayName} color="green" alt="" />
        <Stack gap={4}>
          <Group gap="xs">
            <FileButton onChange={choose} accept={AVATAR_TYPES.join(',')}>
              {(props) => (
                <Button variant="default" leftSection={<Icon name="upload" />} {...props}>
                  {t(user.avatar ? 'account.otherPicture' : 'account.choosePicture')}
                </Button>
              )}
            </FileButton>
            {user.avatar && (
              <Button
                variant="subtle"
                color="gray"
                loading={update.isPending}
                onClick={() => update.mutate({ avatar: null }, { onError: fail })}
              >
                {t('account.removePicture')}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {t('account.pictureRule', { size: format.bytes(AVATAR_MAX_BYTES) })}
          </Text>
        </Stack>
      </Group>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCrop
            file={chosen}
            pending={upload.isPending}
            onClose={() => setChosen(null)}
            onCropped={(file) => upload.mutate(file, { onSuccess: () => setChosen(null), onError: fail })}
          />
        </Suspense>
      )}
    </Stack>
  );
}
