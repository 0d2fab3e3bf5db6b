import { EMPTY_CONTENT, type MessageContent } from '@hanasu/contract/message-content';
import { createMessageTemplate, type MessageTemplateView } from '@hanasu/contract/message-templates';
import { foldForSearch } from '@hanasu/contract/text';
import { Button, Radio, SimpleGrid, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useStartCard } from '../../entities/message/cards/use-start-card.ts';
import { blankBubble } from '../../entities/message/compose/content.ts';
import { FirstWords } from '../../entities/message/FirstWords.tsx';
import { messageTemplatesQuery, useCreateTemplate } from '../../entities/message/templates.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ListPage, ListSearch, useNothingFound } from '../../shell/components/ListPage.tsx';
import { NameDialog, NameForm } from '../../shell/components/NameForm.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { TemplateActions } from './TemplateActions.tsx';
import classes from './Templates.module.css';

const PAGE_SIZE = 20;

/** Composed messages that are kept to be sent again. */
export function MessageTemplatesPage() {
  const { t } = useWords();
  const templates = useQuery(messageTemplatesQuery);
  const navigate = useNavigate({ from: '/Channel/message-template/' });
  const { q, page = 1, create } = useSearch({ from: '/_default/Channel/message-template/' });
  const setQ = (next: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, q: next, page: undefined }), replace: true });
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  const found = fitting(templates.data ?? [], q ?? '');
  const items = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const isEmpty = templates.data?.length === 0;
  const add = (
    <Can endpoint={createMessageTemplate}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('messageTemplates.create')}
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('messageTemplates.title')}
      purpose={t('messageTemplates.purpose')}
      query={templates}
      isEmpty={isEmpty}
      empty={{
        drawing: 'broadcast',
        title: t('messageTemplates.empty'),
        text: t('messageTemplates.emptyText'),
        action: add,
      }}
      nothing={useNothingFound(q)}
      add={add}
      tools={!isEmpty && <ListSearch label={t('messageTemplates.search')} q={q} onSearch={setQ} />}
      page={page}
      pageSize={PAGE_SIZE}
      total={found.length}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      dialog={
        <NameDialog
          opened={create === true}
          onClose={() => setCreate(false)}
          size="lg"
          title={t('messageTemplates.createTitle')}
        >
          <CreateFields onClose={() => setCreate(false)} />
        </NameDialog>
      }
    >
      {items.length > 0 && <TemplateTable items={items} />}
    </ListPage>
  );
}

/** Those in whose name or words everything that is asked for stands. */
function fitting(all: readonly MessageTemplateView[], query: string): readonly MessageTemplateView[] {
  const wanted = foldForSearch(query).split(/\s+/).filter(Boolean);
  return all.filter(({ name, content }) => {
    const text = foldForSearch(`${name} ${JSON.stringify(content.bubbles)}`);
    return wanted.every((word) => text.includes(word));
  });
}

function TemplateTable({ items }: { items: readonly MessageTemplateView[] }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <DataTable label={t('messageTemplates.title')}>
      <thead>
        <tr>
          <th>{t('messageTemplates.name')}</th>
          <th data-minor>{t('messageTemplates.content')}</th>
          <th data-minor>{t('messageTemplates.changed')}</th>
          <th data-fit>
            <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((template) => {
          const { uuid, name, content, problems, changedBy, updatedAt } = template;
          const kinds = [...new Set(content.bubbles.map(({ kind }) => t(`messageComposer.kinds.${kind}`)))];
          return (
            <tr key={uuid}>
              <td>
                <Link to="/Channel/message-template/$uuid" params={{ uuid }} className={cellClasses.main}>
                  {name}
                </Link>
                <div className={cellClasses.sub}>
                  <FirstWords content={content} />
                </div>
                {problems.length > 0 && (
                  <span className={classes.problems}>
                    <Icon name="triangle-alert" size={13} />{' '}
                    {t('messageTemplates.problems', { count: problems.length })}
                  </span>
                )}
              </td>
              <td data-minor>{kinds.join(' · ')}</td>
              <td data-minor>
                <time dateTime={updatedAt} title={format.dateTime(updatedAt)}>
                  {format.ago(updatedAt)}
                </time>
                <div className={cellClasses.sub}>{changedBy?.name ?? '—'}</div>
              </td>
              <td data-fit>
                <TemplateActions template={template} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** A name and what it begins with; everything else can be changed on the next page. */
function CreateFields({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [start, setStart] = useState<TemplateStart>('picture');
  const startContent = useStartContent();
  const create = useCreateTemplate();
  const navigate = useNavigate();
  return (
    <NameForm
      label={t('messageTemplates.name')}
      help={t('messageTemplates.nameHelp')}
      action={t('messageTemplates.createAction')}
      isPending={create.isPending}
      error={create.error}
      onCancel={onClose}
      onName={(name) =>
        create.mutate(
          { name, content: startContent(start) },
          {
            onSuccess: ({ uuid }) =>
              void navigate({ to: '/Channel/message-template/$uuid', params: { uuid } }),
          },
        )
      }
      below={
        <Radio.Group
          label={t('messageTemplates.startWith')}
          value={start}
          onChange={(value) => setStart(TEMPLATE_STARTS.find((each) => each === value) ?? 'empty')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {TEMPLATE_STARTS.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`messageTemplates.starts.${each}.name`)}
                description={t(`messageTemplates.starts.${each}.text`)}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
      }
    />
  );
}

const TEMPLATE_STARTS = ['picture', 'products', 'coupon', 'survey', 'rich', 'empty'] as const;
type TemplateStart = (typeof TEMPLATE_STARTS)[number];

/** What a template begins with, in the reader's language. */
function useStartContent(): (start: TemplateStart) => MessageContent {
  const { t } = useWords();
  const startCard = useStartCard();
  const text = (words: string) => ({ ...blankBubble('text'), text: words }) as const;
  const cards = (...made: readonly ReturnType<typeof startCard>[]) => {
    const bubble = blankBubble('cards');
    return bubble.kind === 'cards' ? { ...bubble, cards: [...made] } : bubble;
  };
  return (start) => {
    const name = `{{customer.name | "${t('messageComposer.someone')}"}}`;
    const hello = () => text(t('messageTemplates.start.hello', { name }));
    switch (start) {
      case 'picture':
        return { ...EMPTY_CONTENT, bubbles: [hello(), blankBubble('image')] };
      case 'products':
        return {
          ...EMPTY_CONTENT,
          bubbles: [hello(), cards(startCard('product'), startCard('product'), startCard('product'))],
        };
      case 'coupon':
        return { ...EMPTY_CONTENT, bubbles: [hello(), cards(startCard('coupon'))] };
      case 'survey':
        return { ...EMPTY_CONTENT, bubbles: [cards(startCard('survey'))] };
      case 'rich':
        return { ...EMPTY_CONTENT, bubbles: [blankBubble('rich-message')] };
      case 'empty':
        return EMPTY_CONTENT;
      default:
        return start satisfies never;
    }
  };
}
