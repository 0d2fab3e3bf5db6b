import { CURATED_MAX, type CuratedView, createCurated, updateCurated } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { GuardedDrawer } from '../../../shell/components/GuardedDrawer.tsx';
import { ItemActions } from '../../../shell/components/ItemActions.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { deleteLater, useNotDeleted } from '../../../shell/notifications/delete-later.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Curated.module.css';
import { CuratedForm } from './CuratedForm.tsx';
import { curatedQuery, tryCuratedQuery, useChangeCurated, useDeleteCurated } from './curated.queries.ts';

const SHOWN_QUESTIONS = 3;

interface CuratedRowProps {
  curated: CuratedView;
  onOpen: () => void;
}

function CuratedRow({ curated, onOpen }: CuratedRowProps) {
  const { t } = useWords();
  const { uuid, questions, answer, enabled } = curated;
  const question = questions[0] ?? '';
  const change = useChangeCurated(curated.botUuid);
  const remove = useDeleteCurated(curated.botUuid);
  const shown = change.isPending ? (change.variables.body.enabled ?? enabled) : enabled;
  const others = questions.slice(1, SHOWN_QUESTIONS);
  const rest = questions.length - 1 - others.length;
  return (
    <li className={classes.item} data-off={!shown || undefined}>
      <div className={classes.words}>
        <span className={classes.question}>{question}</span>
        {others.length > 0 && (
          <span className={classes.sub}>
            {others.join(' · ')}
            {rest > 0 && ` · +${rest}`}
          </span>
        )}
        <span className={classes.answer}>{answer}</span>
      </div>
      <div className={classes.actions}>
        <ItemActions
          endpoint={updateCurated}
          isOn={shown}
          onSwitch={(isOn) =>
            change.mutate(
              { uuid, body: { enabled: isOn } },
              { onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }) },
            )
          }
          onEdit={onOpen}
          labels={{
            switch: t('curated.switch', { question }),
            edit: t('curated.edit', { question }),
            remove: t('curated.remove', { question }),
          }}
          removal={{
            title: t('curated.removeTitle'),
            text: t('curated.removeText', { question }),
            isPending: false,
            error: null,
            confirm: () =>
              deleteLater({
                ids: [uuid],
                title: t('curated.removed'),
                undoLabel: t('shell.undo'),
                run: () => remove.mutateAsync(uuid),
              }),
          }}
        />
      </div>
    </li>
  );
}

/** Open in the panel: an answer there is, or a new one. */
type OpenCurated = { readonly curated: CuratedView | null; readonly question: string };

/** Above this a list is searched rather than read. */
const SEARCHED_FROM = 6;

const NONE: readonly CuratedView[] = [];

/** Answers that a person writes for questions that come again and again. */
export function CuratedTab({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const [open, setOpen] = useState<OpenCurated | null>(null);
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const list = useQuery(curatedQuery(botUuid, { q, page }));
  const { total = 0, pageSize = 20 } = list.data ?? {};
  const items = useNotDeleted(list.data?.items ?? NONE);
  const isFull = q === '' && total >= CURATED_MAX;
  const write = (question: string) => setOpen({ curated: null, question });
  const add = (
    <Can endpoint={createCurated}>
      <Button leftSection={<Icon name="plus" />} onClick={() => write('')} disabled={isFull}>
        {t('curated.add')}
      </Button>
    </Can>
  );
  return (
    <Stack gap="md">
      <Can endpoint={createCurated} otherwise={<ViewOnlyNotice />}>
        <Text size="sm" c="dimmed">
          {t('curated.purpose')}
        </Text>
      </Can>
      {(total >= SEARCHED_FROM || typed !== '') && (
        <TextInput
          maw={320}
          leftSection={<Icon name="search" />}
          placeholder={t('curated.search')}
          aria-label={t('curated.search')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={140} radius="lg" aria-hidden />}
      {list.data && items.length === 0 && q === '' && (
        <EmptyState
          icon="list-checks"
          title={t('curated.empty')}
          text={t('curated.emptyText')}
          action={add}
        />
      )}
      {list.data && items.length === 0 && q !== '' && (
        <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
      )}
      {items.length > 0 && (
        <>
          <ul className={classes.list}>
            {items.map((curated) => (
              <CuratedRow
                key={curated.uuid}
                curated={curated}
                onOpen={() => setOpen({ curated, question: '' })}
              />
            ))}
          </ul>
          <Pager page={page} pageSize={pageSize} total={total} label={t('curated.list')} onPage={setPage} />
          <div className={classes.addLine}>
            {add}
            {isFull && (
              <Text size="sm" c="dimmed">
                {t('curated.full', { most: CURATED_MAX })}
              </Text>
            )}
          </div>
        </>
      )}
      {(items.length > 0 || q !== '') && <TryCurated botUuid={botUuid} onWrite={write} />}
      {open && (
        <CuratedPanel
          botUuid={botUuid}
          curated={open.curated}
          question={open.question}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

interface CuratedPanelProps {
  botUuid: BotId;
  /** Null: a new one. */
  curated: CuratedView | null;
  /** What a new answer begins with. */
  question: string;
  answer?: string;
  onSaved?: () => void;
  onClose: () => void;
}

/** An answer beside the page. What was typed is not lost by a slip: leaving asks first. */
export function CuratedPanel({ onClose, ...form }: CuratedPanelProps) {
  const { t } = useWords();
  const [isDirty, setDirty] = useState(false);
  return (
    <GuardedDrawer
      isDirty={isDirty}
      onClose={onClose}
      size={560}
      padding="lg"
      title={form.curated ? t('curated.editTitle') : t('curated.newTitle')}
      transitionProps={{ duration: 120 }}
    >
      <CuratedForm {...form} onDirty={setDirty} onClose={onClose} />
    </GuardedDrawer>
  );
}

interface TryCuratedProps {
  botUuid: BotId;
  /** Begins an answer to a question that has none. */
  onWrite: (question: string) => void;
}

/** Which answer a customer would get; it uses no tokens. */
function TryCurated({ botUuid, onWrite }: TryCuratedProps) {
  const { t } = useWords();
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState({ message: '', time: 0 });
  const attempt = useQuery(tryCuratedQuery(botUuid, asked));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(({ time }) => ({ message: question.trim(), time: time + 1 }));
  };
  const curated = attempt.data?.curated;
  return (
    <section className={classes.try}>
      <form noValidate onSubmit={submit} className={classes.tryLine}>
        <TextInput
          className={classes.tryField ?? ''}
          label={t('curated.try')}
          description={t('curated.tryHelp')}
          value={question}
          maxLength={8_000}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          error={attempt.error ? errorMessage(attempt.error) : null}
        />
        <Button type="submit" variant="default" loading={attempt.isFetching}>
          {t('curated.tryAction')}
        </Button>
      </form>
      <div role="status" className={classes.result}>
        {curated && (
          <>
            <Text size="sm" c="dimmed">
              {t('curated.tryHit', { question: curated.questions[0] ?? '' })}
            </Text>
            <p className={classes.said}>{curated.answer}</p>
          </>
        )}
        {curated === null && (
          <>
            <Text size="sm">{t('curated.tryMiss')}</Text>
            <Can endpoint={createCurated}>
              <Button variant="subtle" size="compact-sm" mt={6} onClick={() => onWrite(asked.message)}>
                {t('curated.tryWrite')}
              </Button>
            </Can>
          </>
        )}
      </div>
    </section>
  );
}
