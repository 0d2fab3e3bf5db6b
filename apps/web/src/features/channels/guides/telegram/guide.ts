import { z } from 'zod';
import type { Guide } from '../guide.ts';

/** The vendor has no console: a bot of its own makes the others. */
export const guide: Guide = {
  steps: [
    {
      kind: 'instructions',
      name: 'open',
      items: [
        { name: 'open', link: { href: 'https://t.me/BotFather', name: 'botFather' } },
        { name: 'create' },
        { name: 'groups' },
      ],
    },
    {
      kind: 'fields',
      name: 'copy',
      fields: [
        {
          name: 'botToken',
          rule: z
            .string()
            .trim()
            .regex(/^\d{3,20}:[A-Za-z0-9_-]{30,100}$/),
          placeholder: '1234567890:AA…',
        },
      ],
    },
    { kind: 'answerer' },
    { kind: 'reminders', name: 'after', items: [{ name: 'picture' }, { name: 'elsewhere' }] },
  ],
};
