import type { GroupView } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Select, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { useTestGroup } from '../groups.queries.ts';
import { ChoiceResult } from './ChoiceResult.tsx';
import classes from './GroupEdit.module.css';

const NOBODY = 'nobody';

/** One question: which bot would answer, and why. */
export function ChoiceTest({ group }: { group: GroupView }) {
  const { t } = useWords();
  const [message, setMessage] = useState('');
  const [before, setBefore] = useState<string>(NOBODY);
  const test = useTestGroup(group.uuid);
  const ask = () => {
    if (message.trim() === '' || test.isPending) return;
    test.mutate({ message, previousBotUuid: before === NOBODY ? null : (before as BotId) });
  };
  const stop = (event: FormEvent) => event.stopPropagation();
  return (
    // Changes here are not changes of the group.
    <div className={classes.testBody} onChange={stop}>
      <Stack gap="md">
        <Textarea
          label={t('groups.testLabel')}
          placeholder={t('groups.testPlaceholder')}
          autosize
          minRows={2}
          maxRows={6}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            ask();
          }}
        />
        <Select
          label={t('groups.before')}
          description={t('groups.beforeHelp')}
          data={[
            { value: NOBODY, label: t('groups.beforeNobody') },
            ...group.members.map(({ botUuid, name }) => ({ value: botUuid as string, label: name })),
          ]}
          value={before}
          onChange={(value) => setBefore(value ?? NOBODY)}
          allowDeselect={false}
        />
        <Button onClick={ask} loading={test.isPending} disabled={message.trim() === ''}>
          {t('groups.testAction')}
        </Button>
      </Stack>
      {test.isError && <FaultNotice error={test.error} onRetry={ask} />}
      <div aria-live="polite">
        {test.data ? (
          <ChoiceResult group={group} choice={test.data} />
        ) : (
          <p className={classes.empty}>{t('groups.testEmpty')}</p>
        )}
      </div>
    </div>
  );
}
