import type { BotId } from '@hanasu/contract/ids';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { useDeleteCover, useSetCover } from '../gallery.queries.ts';
import classes from './Gallery.module.css';
import { Cover } from './GalleryCards.tsx';

export function CoverField({ botUuid, coverUrl }: { botUuid: BotId; coverUrl: string | null }) {
  const { t } = useWords();
  const set = useSetCover(botUuid);
  const remove = useDeleteCover(botUuid);
  const error = set.error ?? remove.error;
  return (
    <fieldset className={classes.coverField}>
      <legend>{t('gallery.cover')}</legend>
      <Cover url={coverUrl} />
      <div>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => {
              if (file) set.mutate(file);
            }}
          >
            {(props) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="upload" size={14} />}
                loading={set.isPending}
                {...props}
              >
                {t('gallery.chooseCover')}
              </Button>
            )}
          </FileButton>
          {coverUrl && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              {t('gallery.removeCover')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {t('gallery.coverHelp')}
        </Text>
        {error && (
          <Text size="sm" c="red" role="alert">
            {faultWords(error)}
          </Text>
        )}
      </div>
    </fieldset>
  );
}
