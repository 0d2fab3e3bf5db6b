import { deletePost, type PostView, retractPost } from '@hanasu/contract/posts';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { useCopy } from '../../../shell/clipboard/use-copy.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { SendToFriends } from '../help/SendToFriends.tsx';
import { useDeletePost, useRetractPost } from '../posts.queries.ts';
import { usePostAddress } from '../use-post-address.ts';

interface PostMenuProps {
  post: PostView;
  /** In the editor: after it was deleted. In the list absent: the menu leads to the editor. */
  onDeleted?: () => void;
}

export const useTitleOf = (): ((post: Pick<PostView, 'title'>) => string) => {
  const { t } = useWords();
  return ({ title }) => title.trim() || t('posts.untitled');
};

/** The “…” of a post. */
export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const { t } = useWords();
  const title = useTitleOf()(post);
  const mayRetract = usePermission(retractPost);
  const mayDelete = usePermission(deletePost);
  const [isRetracting, retracting] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const isEmpty = onDeleted !== undefined && post.path === null && !mayDelete;
  if (isEmpty) return null;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`${t('shell.more')}: ${title}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!onDeleted && (
            <Menu.Item
              leftSection={<Icon name="pencil" size={14} />}
              renderRoot={(props) => (
                <Link to="/Post-Manage/edit/$id" params={{ id: post.uuid }} {...props} />
              )}
            >
              {t('posts.edit')}
            </Menu.Item>
          )}
          {post.path !== null && <PageItems path={post.path} />}
          <SendToFriends post={post} as="item" />
          {mayRetract && post.path !== null && (
            <Menu.Item leftSection={<Icon name="eye-off" size={14} />} onClick={retracting.open}>
              {t('posts.retract')}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={deleting.open}>
              {t('posts.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RetractPost post={post} opened={isRetracting} onClose={retracting.close} />
      <DeletePost post={post} opened={isDeleting} onClose={deleting.close} onDeleted={onDeleted} />
    </>
  );
}

function PageItems({ path }: { path: string }) {
  const { t } = useWords();
  const address = usePostAddress()(path);
  const { copy } = useCopy();
  const copyAddress = async () => {
    if (await copy(address)) toasts.add({ title: t('posts.copied') });
  };
  return (
    <>
      <Menu.Item
        component="a"
        href={address}
        target="_blank"
        rel="noreferrer"
        leftSection={<Icon name="external-link" size={14} />}
      >
        {t('posts.openPage')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="link" size={14} />} onClick={() => void copyAddress()}>
        {t('posts.copy')}
      </Menu.Item>
    </>
  );
}

interface DialogProps {
  post: PostView;
  opened: boolean;
  onClose: () => void;
}

export function RetractPost({ post, opened, onClose }: DialogProps) {
  const { t } = useWords();
  const title = useTitleOf()(post);
  const retract = useRetractPost(post.uuid);
  return (
    <ConfirmDelete
      opened={opened}
      onClose={() => {
        onClose();
        retract.reset();
      }}
      onConfirm={() =>
        retract.mutate(undefined, {
          onSuccess: () => {
            onClose();
            toasts.add({ title: t('posts.retracted', { title }) });
          },
        })
      }
      title={t('posts.retractTitle', { title })}
      action={t('posts.retract')}
      pending={retract.isPending}
      error={retract.error}
    >
      {t('posts.retractText')}
    </ConfirmDelete>
  );
}

function DeletePost({ post, opened, onClose, onDeleted }: DialogProps & Pick<PostMenuProps, 'onDeleted'>) {
  const { t } = useWords();
  const title = useTitleOf()(post);
  const remove = useDeletePost();
  const confirm = () =>
    remove.mutate(post.uuid, {
      onSuccess: () => {
        onClose();
        toasts.add({ title: t('posts.deleted', { title }) });
        onDeleted?.();
      },
    });
  return (
    <ConfirmDelete
      opened={opened}
      onClose={() => {
        onClose();
        remove.reset();
      }}
      onConfirm={confirm}
      title={t('posts.deleteTitle', { title })}
      action={t('posts.delete')}
      pending={remove.isPending}
      error={remove.error}
    >
      {t(post.path === null ? 'posts.deleteDraftText' : 'posts.deleteText')}
    </ConfirmDelete>
  );
}
