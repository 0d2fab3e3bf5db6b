import { createRichMessage, type RichMessageView } from '@hanasu/contract/rich-messages';
import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { ListPage, ListSearch, useNothingFound } from '../../../shell/components/ListPage.tsx';
import { NameDialog, NameForm } from '../../../shell/components/NameForm.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useRowsMark } from '../../../shell/mark-rows.ts';
import { RichMessageActions } from './RichMessageActions.tsx';
import classes from './RichMessages.module.css';
import { MESSAGES_PAGE_SIZE, messagesQuery, useCreateMessage } from './rich-messages.queries.ts';
import { pictureUrl, toMend } from './shown-message.ts';

/** Rich messages of the account. */
export function RichMessagesPage() {
  const { t } = useWords();
  const { q, page = 1, create } = useSearch({ from: '/_default/Channel/rich-message/' });
  const navigate = useNavigate({ from: '/Channel/rich-message/' });
  const messages = useQuery(messagesQuery({ q, page }));
  const items = messages.data?.items ?? [];
  useRowsMark(items.length > 0);
  const setQ = (next: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, q: next, page: undefined }), replace: true });
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  const isEmpty = messages.data?.total === 0 && !q;
  const add = (label: 'create' | 'createFirst') => (
    <Can endpoint={createRichMessage}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t(`richMessages.${label}`)}
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('richMessages.title')}
      purpose={t('richMessages.purpose')}
      query={messages}
      isEmpty={isEmpty}
      empty={{
        icon: 'image',
        title: t('richMessages.empty'),
        text: t('richMessages.emptyText'),
        action: add('createFirst'),
      }}
      nothing={useNothingFound(q)}
      add={add('create')}
      tools={!isEmpty && <ListSearch label={t('richMessages.search')} q={q} onSearch={setQ} />}
      page={page}
      pageSize={MESSAGES_PAGE_SIZE}
      total={messages.data?.total ?? 0}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      dialog={<CreateMessage opened={create === true} onClose={() => setCreate(false)} />}
    >
      {items.length > 0 && <MessageTable items={items} />}
    </ListPage>
  );
}

function MessageTable({ items }: { items: readonly RichMessageView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('richMessages.title')}>
      <thead>
        <tr>
          <th>{t('richMessages.name')}</th>
          <th data-fit>{t('richMessages.state')}</th>
          <th data-minor>{t('richMessages.sent')}</th>
          <th data-minor>{t('richMessages.changed')}</th>
          <th data-fit>
            <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((message) => (
          <MessageRow key={message.uuid} message={message} />
        ))}
      </tbody>
    </DataTable>
  );
}

function MessageRow({ message }: { message: RichMessageView }) {
  const { t } = useWords();
  const format = useFormat();
  const { uuid, name, definition, sentAt, updatedAt, createdBy } = message;
  const { areas, video, height } = definition;
  const url = pictureUrl(message, 240);
  const missing = toMend(message).length;
  return (
    <tr>
      <td>
        <div className={classes.named}>
          <span className={classes.thumb} aria-hidden>
            {url ? (
              <img src={url} alt="" loading="lazy" style={{ aspectRatio: `1040 / ${height}` }} />
            ) : (
              <Icon name="image" size={20} />
            )}
          </span>
          <span>
            <Link to="/Channel/rich-message/$uuid" params={{ uuid }} className={cellClasses.main}>
              {name}
            </Link>
            <div className={cellClasses.sub}>
              {t('richMessages.taps', { count: areas.length })}
              {video && ` · ${t('richMessages.withVideo')}`}
            </div>
          </span>
        </div>
      </td>
      <td data-fit>
        {missing > 0 ? (
          <Badge color="gray" leftSection={<Icon name="triangle-alert" size={12} />}>
            {t('richMessages.missing', { count: missing })}
          </Badge>
        ) : (
          <Badge color="green" leftSection={<Icon name="check" size={12} />}>
            {t('richMessages.ready')}
          </Badge>
        )}
      </td>
      <td data-minor>{sentAt ? format.dateTime(sentAt) : t('richMessages.never')}</td>
      <td data-minor>
        {format.dateTime(updatedAt)}
        <div className={cellClasses.sub}>{createdBy?.name ?? '—'}</div>
      </td>
      <td data-fit>
        <RichMessageActions message={message} />
      </td>
    </tr>
  );
}

function CreateMessage({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const create = useCreateMessage();
  return (
    <NameDialog opened={opened} onClose={onClose} title={t('richMessages.createTitle')}>
      <NameForm
        label={t('richMessages.name')}
        help={t('richMessages.nameHelp')}
        action={t('richMessages.createAction')}
        isPending={create.isPending}
        error={create.error}
        onCancel={onClose}
        onName={(name) =>
          create.mutate(
            { name },
            {
              onSuccess: ({ uuid }) => void navigate({ to: '/Channel/rich-message/$uuid', params: { uuid } }),
            },
          )
        }
      />
    </NameDialog>
  );
}
