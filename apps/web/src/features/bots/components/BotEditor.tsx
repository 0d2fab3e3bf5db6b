import { BotPatch, type BotView } from '@hanasu/contract/bots';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, SegmentedControl, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../shell/components/LeaveGuard.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { useUpdateBot } from '../bots.queries.ts';
import classes from './BotEdit.module.css';
import { BotHeader } from './BotHeader.tsx';
import { BOT_TABS, type BotTab, type BotValues, changedValues, tabOfField, valuesOf } from './bot-values.ts';
import { InstructionsTab } from './InstructionsTab.tsx';
import { KnowledgeTab } from './KnowledgeTab.tsx';
import { ModelTab } from './ModelTab.tsx';
import { TestPane } from './TestPane.tsx';

const TABS = { instructions: InstructionsTab, model: ModelTab, knowledge: KnowledgeTab } as const;

/** Two panes: what the bot is on the left, a test chat with the saved bot on the right. */
export function BotEditor({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const { tab = 'instructions' } = useSearch({ from: '/_bot-edit/Bot/$id/' });
  const navigate = useNavigate({ from: '/Bot/$id/' });
  const [view, setView] = useState<'edit' | 'test'>('edit');
  const update = useUpdateBot(bot.uuid);
  const form = useForm<BotValues>({
    resolver: zodResolver(BotPatch.required()),
    defaultValues: valuesOf(bot),
  });
  const { isDirty, errors, dirtyFields } = form.formState;
  usePageTitle(bot.name);

  const showTab = (next: BotTab) => void navigate({ search: { tab: next }, replace: true });
  const save = form.handleSubmit(
    async (values) => {
      try {
        const saved = await update.mutateAsync(changedValues(values, dirtyFields));
        form.reset(valuesOf(saved));
        toasts.add({ title: t('shell.saved') }, 'saved');
      } catch (error) {
        applyFault(form, error);
      }
    },
    // The field that does not fit may be on a tab that is not shown.
    (problems) => showTab(tabOfField(Object.keys(problems)[0])),
  );
  return (
    <FormProvider {...form}>
      <form className={classes.page} data-view={view} onSubmit={(event) => event.preventDefault()} noValidate>
        <BotHeader bot={bot} />
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
                    {t(`bots.tabs.${name}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {BOT_TABS.map((name) => {
                const Content = TABS[name];
                return (
                  <Tabs.Panel key={name} value={name} className={classes.tabPanel ?? ''}>
                    {errors.root?.message && (
                      <Alert color="red" role="alert" mb="md">
                        {errors.root.message}
                      </Alert>
                    )}
                    <Content />
                  </Tabs.Panel>
                );
              })}
            </Tabs>
            <SaveBar
              dirty={isDirty}
              pending={update.isPending}
              onSave={() => void save()}
              onDiscard={() => form.reset()}
            />
          </div>
          <TestPane bot={bot} unsaved={isDirty} />
        </div>
      </form>
      <LeaveGuard when={isDirty} />
    </FormProvider>
  );
}
