import { deleteQuestionSet, type QuestionSetView } from '@hanasu/contract/question-sets';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useDeleteSet, useRenameSet } from '../question-sets.queries.ts';
import { NameDialog } from './NameDialog.tsx';

export function SetMenu({ set }: { set: QuestionSetView }) {
  const { t } = useWords();
  const [isNaming, naming] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const rename = useRenameSet(set.uuid);
  const remove = useDeleteSet();
  return (
    <OnlyFor endpoint={deleteQuestionSet}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('questionSets.moreOf', { name: set.name })}
          >
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={naming.open}>
            {t('questionSets.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={asking.open}>
            {t('questionSets.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('questionSets.rename')}
          name={set.name}
          isPending={rename.isPending}
          onClose={naming.close}
          onSave={async (name) => {
            await rename.mutateAsync(name);
          }}
        />
      )}
      <ConfirmDelete
        opened={isAsking}
        onClose={asking.close}
        onConfirm={() => remove.mutate(set.uuid, { onSuccess: asking.close })}
        title={t('questionSets.deleteTitle', { name: set.name })}
        pending={remove.isPending}
        error={remove.error}
      >
        {t('questionSets.deleteText', { count: set.questions })}
      </ConfirmDelete>
    </OnlyFor>
  );
}
