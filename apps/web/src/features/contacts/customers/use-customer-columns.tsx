import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { CUSTOMER_SORTS, CustomerView } from '@hanasu/contract/customers';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useValueText } from '../../../entities/contact/CustomerValues.tsx';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { TagList } from '../../../entities/contact/TagChip.tsx';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { type Format, useFormat, useWords } from '../../../i18n/use-words.ts';
import type { Column } from '../../../shell/components/column-choice.ts';

/** A column of the table; `sort` where the server can sort by it. */
export interface CustomerColumn extends Column {
  readonly label: string;
  readonly sort?: (typeof CUSTOMER_SORTS)[number];
  readonly cell: (customer: CustomerView) => ReactNode;
}

/** What can stand beside the name, as it comes; the account's own fields last. */
export function useCustomerColumns(): readonly CustomerColumn[] {
  const { t } = useWords();
  const format = useFormat();
  const { languageOf, phoneOf } = useFriendFacts();
  const textOf = useValueText();
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  const usual: readonly CustomerColumn[] = [
    {
      id: 'tags',
      label: t('contact.tags.label'),
      width: 220,
      isUsual: true,
      cell: ({ tags }) => tags.length > 0 && <TagList tags={tags} />,
    },
    {
      id: 'channels',
      label: t('customers.columns.channels'),
      width: 150,
      isUsual: true,
      cell: ({ friends }) => [...new Set(friends.map(({ channel }) => channel.name))].join(', '),
    },
    {
      id: 'owner',
      label: t('contact.facts.owner'),
      width: 140,
      isUsual: true,
      cell: ({ owner }) => owner?.name,
    },
    {
      id: 'lastWroteAt',
      sort: 'lastWroteAt',
      label: t('customers.columns.lastWroteAt'),
      width: 140,
      isUsual: true,
      cell: ({ lastWroteAt }) => lastWroteAt && <Moment iso={lastWroteAt} format={format} />,
    },
    { id: 'kana', label: t('contact.facts.kana'), width: 150, isUsual: false, cell: ({ kana }) => kana },
    {
      id: 'phones',
      label: t('contact.facts.phones'),
      width: 150,
      isUsual: true,
      cell: ({ phones }) => phones.map(({ value }) => phoneOf(value)).join(', '),
    },
    {
      id: 'emails',
      label: t('contact.facts.emails'),
      width: 200,
      isUsual: false,
      cell: ({ emails }) => emails.map(({ value }) => value).join(', '),
    },
    {
      id: 'language',
      label: t('contact.facts.language'),
      width: 120,
      isUsual: false,
      cell: ({ language }) => language && languageOf(language),
    },
    {
      id: 'birthday',
      label: t('contact.facts.birthday'),
      width: 130,
      isUsual: false,
      cell: ({ birthday }) => birthday && format.date(`${birthday}T12:00:00`),
    },
    { id: 'note', label: t('contact.facts.note'), width: 220, isUsual: false, cell: ({ note }) => note },
    {
      id: 'source',
      label: t('customers.columns.source'),
      width: 130,
      isUsual: false,
      cell: ({ source }) => t(`customers.sources.${source}`),
    },
    {
      id: 'createdAt',
      sort: 'createdAt',
      label: t('customers.columns.createdAt'),
      width: 130,
      isUsual: true,
      cell: ({ createdAt }) => <Moment iso={createdAt} format={format} />,
    },
    {
      id: 'updatedAt',
      sort: 'updatedAt',
      label: t('customers.columns.updatedAt'),
      width: 130,
      isUsual: false,
      cell: ({ updatedAt }) => <Moment iso={updatedAt} format={format} />,
    },
  ];
  return [...usual, ...fields.filter(({ archivedAt }) => archivedAt === null).map(fieldColumn(textOf))];
}

const fieldColumn =
  (textOf: ReturnType<typeof useValueText>) =>
  (field: CustomerFieldView): CustomerColumn => ({
    id: field.uuid,
    label: field.label,
    width: 140,
    isUsual: false,
    cell: ({ fields }) => {
      const value = fields[field.uuid];
      return value === undefined ? null : textOf(field, value);
    },
  });

function Moment({ iso, format }: { iso: string; format: Format }) {
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {format.ago(iso)}
    </time>
  );
}
