import { chat } from '@hanasu/contract/chat';
import type { GroupView } from '@hanasu/contract/groups';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { AnswererNames } from '../../chat/answerer-names.ts';
import { ChatPanel } from '../../chat/components/ChatPanel.tsx';
import { ChoiceTest } from './ChoiceTest.tsx';
import classes from './GroupEdit.module.css';

/** Who would answer and why, and a chat with the group as it is saved. */
export function GroupTestPane({ group, unsaved }: { group: GroupView; unsaved: boolean }) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const names = new Map<string, string>(bots?.items.map(({ uuid, name }) => [uuid, name]));
  return (
    <section className={classes.testPane} aria-labelledby="group-test">
      <div className={classes.testHead}>
        <h2 id="group-test">{t('groups.testTitle')}</h2>
        {unsaved && (
          <p className={classes.unsaved}>
            <Icon name="info" size={14} /> {t('groups.testUnsaved')}
          </p>
        )}
      </div>
      <OnlyFor endpoint={chat} otherwise={<ViewOnlyNote />}>
        <Tabs defaultValue="choice" className={classes.testTabs ?? ''}>
          <Tabs.List px={18}>
            <Tabs.Tab value="choice">{t('groups.testTabs.choice')}</Tabs.Tab>
            <Tabs.Tab value="chat">{t('groups.testTabs.chat')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="choice" className={classes.testPanel ?? ''}>
            <ChoiceTest group={group} />
          </Tabs.Panel>
          <Tabs.Panel value="chat" className={classes.testPanel ?? ''}>
            <AnswererNames value={names}>
              <ChatPanel groupUuid={group.uuid} showDetails emptyText={t('groups.chatEmpty')} />
            </AnswererNames>
          </Tabs.Panel>
        </Tabs>
      </OnlyFor>
    </section>
  );
}
