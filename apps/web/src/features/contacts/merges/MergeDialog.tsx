import { MERGED_FACTS } from '@hanasu/contract/customer-merges';
import type { CustomerView, PostalAddress } from '@hanasu/contract/customers';
import type { CustomerFieldId, CustomerId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useValueText } from '../../../entities/contact/CustomerValues.tsx';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { TagList } from '../../../entities/contact/TagChip.tsx';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useCustomerName } from '../customers/use-customer-name.ts';
import classes from './Merges.module.css';
import { useMergeCustomers, useUndoMerge } from './merges.queries.ts';

type Pair = readonly [CustomerView, CustomerView];
/** What is chosen of a customer: a fact that all have, or a field of the account. */
type FactName = (typeof MERGED_FACTS)[number] | CustomerFieldId;
interface Fact {
  readonly name: FactName;
  readonly label: string;
  /** As people read it; null: there is none. */
  readonly textOf: (customer: CustomerView) => string | null;
}

/** Both side by side; whose facts stay where they differ is chosen. */
export function MergeDialog({
  pair,
  onClose,
  onMerged,
}: {
  pair: Pair;
  onClose: () => void;
  onMerged?: ((kept: CustomerId) => void) | undefined;
}) {
  const { t } = useWords();
  const nameOf = useCustomerName();
  const [keptIndex, setKept] = useState<0 | 1>(0);
  const [chosen, setChosen] = useState<Readonly<Partial<Record<FactName, 0 | 1>>>>({});
  const facts = useFacts();
  const merge = useMergeCustomers();
  const said = useMergedToast();
  const [kept, other] = keptIndex === 0 ? pair : [pair[1], pair[0]];
  const differing = facts.filter(({ name, textOf }) => {
    // Those of both are kept.
    if (name === 'note') return false;
    const [one, two] = pair.map(textOf);
    return one && two && one !== two;
  });
  const submit = () => {
    const take = differing
      .map(({ name }) => name)
      .filter((name) => chosen[name] !== undefined && chosen[name] !== keptIndex);
    merge.mutate(
      { uuid: kept.uuid, otherUuid: other.uuid, take },
      {
        onSuccess: ({ merge: { uuid } }) => {
          said(nameOf(kept), uuid);
          onClose();
          onMerged?.(kept.uuid);
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('merges.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('merges.text')}</Text>
        <div className={classes.heads}>
          {pair.map((customer) => (
            <Head key={customer.uuid} customer={customer} />
          ))}
        </div>
        {differing.map(({ name, label, textOf }) => (
          <Sides
            key={name}
            label={label}
            texts={pair.map((customer) => textOf(customer) ?? '')}
            value={chosen[name] ?? keptIndex}
            onChange={(side) => setChosen((old) => ({ ...old, [name]: side }))}
          />
        ))}
        {differing.length === 0 && <Text c="dimmed">{t('merges.nothingDiffers')}</Text>}
        {pair.every(({ note }) => note) && pair[0].note !== pair[1].note && (
          <Text size="xs" c="dimmed">
            {t('merges.notes')}
          </Text>
        )}
        <Sides
          label={t('merges.kept')}
          texts={pair.map((customer, index) =>
            t(index === 0 ? 'merges.first' : 'merges.second', { name: nameOf(customer) }),
          )}
          value={keptIndex}
          onChange={setKept}
        />
        {merge.error && (
          <Alert color="red" role="alert">
            {errorMessage(merge.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button loading={merge.isPending} onClick={submit}>
            {t('merges.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Which of the two; `texts` as they stand side by side. */
function Sides({
  label,
  texts,
  value,
  onChange,
}: {
  label: string;
  texts: readonly string[];
  value: 0 | 1;
  onChange: (side: 0 | 1) => void;
}) {
  return (
    <Radio.Group label={label} value={String(value)} onChange={(side) => onChange(side === '0' ? 0 : 1)}>
      <div className={classes.sides}>
        {['0', '1'].map((side) => (
          <Radio.Card
            key={side}
            value={side}
            className={classes.side}
            aria-label={`${label}: ${texts[Number(side)]}`}
          >
            <Radio.Indicator size="xs" />
            <span>{texts[Number(side)]}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

const lineOf = ({ postalCode, region, city, line1, line2 }: PostalAddress): string =>
  [postalCode, region, city, line1, line2].filter(Boolean).join(' ');

function Head({ customer }: { customer: CustomerView }) {
  const { t } = useWords();
  const { phoneOf } = useFriendFacts();
  const format = useFormat();
  const nameOf = useCustomerName();
  const reached = [
    ...new Set(customer.friends.map(({ channel }) => channel.name)),
    ...customer.phones.map(({ value }) => phoneOf(value)),
    ...customer.emails.map(({ value }) => value),
  ];
  return (
    <div className={classes.head}>
      <strong>{nameOf(customer)}</strong>
      <span className={classes.sub}>
        {t('customers.since', {
          source: t(`customers.sources.${customer.source}`),
          date: format.date(customer.createdAt),
        })}
      </span>
      {reached.length > 0 && <span className={classes.sub}>{reached.join(' · ')}</span>}
      {customer.tags.length > 0 && <TagList tags={customer.tags} />}
    </div>
  );
}

function useFacts(): readonly Fact[] {
  const { t } = useWords();
  const format = useFormat();
  const { languageOf } = useFriendFacts();
  const textOfValue = useValueText();
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  const textOf: Record<(typeof MERGED_FACTS)[number], Fact['textOf']> = {
    displayName: ({ displayName }) => displayName,
    kana: ({ kana }) => kana || null,
    language: ({ language }) => language && languageOf(language),
    birthday: ({ birthday }) => birthday && format.date(`${birthday}T12:00:00`),
    address: ({ address }) => address && lineOf(address),
    note: ({ note }) => note || null,
    ownerUuid: ({ owner }) => owner?.name ?? null,
  };
  const usual = MERGED_FACTS.map((name) => ({
    name,
    label: t(`contact.facts.${name === 'ownerUuid' ? 'owner' : name}`),
    textOf: textOf[name],
  }));
  const own = fields
    .filter(({ archivedAt }) => archivedAt === null)
    .map((field) => ({
      name: field.uuid,
      label: field.label,
      textOf: ({ fields: values }: CustomerView) => {
        const value = values[field.uuid];
        return value === undefined ? null : textOfValue(field, value);
      },
    }));
  return [...usual, ...own];
}

function useMergedToast() {
  const { t } = useWords();
  const undo = useUndoMerge();
  return (name: string, uuid: Parameters<typeof undo.mutate>[0]) => {
    const id = `merge-${uuid}`;
    const takeBack = () => {
      toasts.remove(id);
      undo.mutate(uuid, { onSuccess: () => toasts.add({ title: t('merges.undone') }) });
    };
    toasts.add(
      { title: t('merges.done', { name }), action: { label: t('shell.undo'), onClick: takeBack } },
      id,
    );
  };
}
