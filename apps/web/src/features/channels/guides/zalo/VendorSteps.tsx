import { Button, CopyButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';
import { useGuideWords } from './use-guide-words.ts';

/** What the adapter reads something from, by the names of the vendor's console. */
const EVENTS = [
  'user_send_text',
  'user_send_image',
  'user_send_gif',
  'user_send_link',
  'user_send_audio',
  'user_send_video',
  'user_send_sticker',
  'user_send_location',
  'user_send_file',
  'user_send_business_card',
  'anonymous_send_text',
  'anonymous_send_image',
  'anonymous_send_file',
  'anonymous_send_sticker',
  'follow',
  'unfollow',
  'oa_send_text',
  'oa_send_image',
  'oa_send_file',
  'user_received_message',
  'user_seen_message',
  'user_reacted_message',
  'user_submit_info',
  'user_withdraw',
] as const;

/** An app, linked with the official account, on a verified domain. */
export function OpenStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={1} title={words.open.title}>
      <ol className={classes.todo}>
        <li>
          {words.open.account} <Outside href="https://oa.zalo.me/">{words.manager}</Outside>
        </li>
        <li>
          {words.open.create} <Outside href="https://developers.zalo.me/apps">{words.console}</Outside>
        </li>
        <li>{words.open.product}</li>
        <li>{words.open.domain}</li>
      </ol>
    </GuideStep>
  );
}

/** The address must be the very one that is sent along later. */
export function CallbackStep({ address }: { address: string }) {
  const words = useGuideWords();
  return (
    <GuideStep number={2} title={words.callback.title} text={words.callback.text}>
      <div className={classes.address}>
        <TextInput
          label={words.callback.label}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes.text} style={{ marginTop: 12, marginBottom: 0 }}>
        {words.callback.permissions}
      </p>
    </GuideStep>
  );
}

/** What is set when the channel, and with it its webhook address, exists. */
export function AfterStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={5} title={words.after.title} text={words.after.text}>
      <ol className={classes.todo}>
        <li>{words.after.paste}</li>
        <li>
          {words.after.tick}
          <ul className={classes.events}>
            {EVENTS.map((name) => (
              <li key={name}>
                <code translate="no">{name}</code>
              </li>
            ))}
          </ul>
        </li>
        <li>{words.after.filter}</li>
        <li>{words.after.autoReply}</li>
      </ol>
    </GuideStep>
  );
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} <Icon name="external-link" size={12} />
  </a>
);
