import { BotConfig, type BotView, updateBot } from '@hanasu/contract/bots';
import { zodResolver } from '@hookform/resolvers/zod';
import { SegmentedControl, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { LeaveGuard } from '../../../shell/components/LeaveGuard.tsx';
import { EditableFor } from '../../../shell/components/OnlyFor.tsx';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { CuratedTab } from '../../curated/components/CuratedTab.tsx';
import { ToolsTab } from '../../tools/components/ToolsTab.tsx';
import { type Autosave, useAutosave } from '../use-autosave.ts';
import { BehaviourTab } from './BehaviourTab.tsx';
import classes from './BotEdit.module.css';
import { BotHeader } from './BotHeader.tsx';
import { BOT_TABS, type BotTab, type BotValues, valuesOf } from './bot-values.ts';
import { DraftBar } from './DraftBar.tsx';
import { ElsewhereNote } from './ElsewhereNote.tsx';
import { InstructionsTab } from './InstructionsTab.tsx';
import { KnowledgeTab } from './KnowledgeTab.tsx';
import { ModelSettings } from './ModelSettings.tsx';
import { ModelTab } from './ModelTab.tsx';
import { PublishTab } from './PublishTab.tsx';
import { TestPane } from './TestPane.tsx';

/** Two panes: the draft on the left, saved as it is written; a test chat with it on the right. */
export function BotEditor({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const { tab = 'instructions' } = useSearch({ from: '/_bot-edit/Bot/$id/' });
  const navigate = useNavigate({ from: '/Bot/$id/' });
  const [view, setView] = useState<'edit' | 'test'>('edit');
  const form = useForm<BotValues>({
    // Its input knows ids without their brand.
    resolver: zodResolver(BotConfig) as unknown as Resolver<BotValues>,
    defaultValues: valuesOf(bot),
  });
  const autosave = useAutosave(form, bot);
  usePageTitle(bot.name);
  const showTab = (next: BotTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <FormProvider {...form}>
      <div className={classes.page} data-view={view}>
        <BotHeader bot={bot} autosave={autosave} />
        <SegmentedControl
          className={classes.viewSwitch ?? ''}
          aria-label={t('bots.view')}
          value={view}
          onChange={(value) => setView(value === 'test' ? 'test' : 'edit')}
          data={[
            { value: 'edit', label: t('bots.edit') },
            { value: 'test', label: t('bots.test') },
          ]}
          fullWidth
        />
        <div className={classes.panes}>
          <div className={classes.editPane}>
            <Tabs
              value={tab}
              onChange={(value) => showTab(BOT_TABS.find((name) => name === value) ?? 'instructions')}
              keepMounted={false}
              className={classes.tabs ?? ''}
            >
              <Tabs.List aria-label={t('bots.sections')} className={classes.tabList ?? ''}>
                {BOT_TABS.map((name) => (
                  <Tabs.Tab key={name} value={name}>
                    {t(`botEditor.tabs.${name}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {BOT_TABS.map((name) => (
                <Tabs.Panel key={name} value={name} className={classes.tabPanel ?? ''}>
                  <ElsewhereNote autosave={autosave} />
                  <TabContent tab={name} bot={bot} autosave={autosave} />
                </Tabs.Panel>
              ))}
            </Tabs>
            <DraftBar bot={bot} autosave={autosave} isPublishTab={tab === 'publish'} onShow={showTab} />
          </div>
          <TestPane bot={bot} saveState={autosave.state} />
        </div>
      </div>
      <LeaveGuard when={autosave.state !== 'saved'} save={autosave.flush} />
    </FormProvider>
  );
}

function TabContent({ tab, bot, autosave }: { tab: BotTab; bot: BotView; autosave: Autosave }): ReactNode {
  switch (tab) {
    case 'answers':
      return <CuratedTab botUuid={bot.uuid} />;
    case 'tools':
      return <ToolsTab botUuid={bot.uuid} />;
    case 'publish':
      return <PublishTab bot={bot} autosave={autosave} />;
    case 'behaviour':
      return (
        <EditableFor endpoint={updateBot}>
          <BehaviourTab botUuid={bot.uuid} />
        </EditableFor>
      );
    default: {
      const Content = FIELDS[tab];
      return (
        <EditableFor endpoint={updateBot}>
          <Content />
        </EditableFor>
      );
    }
  }
}

function ModelFields() {
  return (
    <>
      <ModelTab />
      <ModelSettings />
    </>
  );
}

const FIELDS = {
  instructions: InstructionsTab,
  model: ModelFields,
  knowledge: KnowledgeTab,
} as const;
