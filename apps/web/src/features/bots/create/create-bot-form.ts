import { BotInput } from '@hanasu/contract/bots';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

/** A bot to be made, and the facts of its template by name. */
export const CreateBotInput = BotInput.extend({ facts: z.record(z.string(), z.string()) });
export type CreateBotValues = z.input<typeof CreateBotInput>;
export type CreateBotOutput = z.output<typeof CreateBotInput>;
export type CreateBotForm = UseFormReturn<CreateBotValues, unknown, CreateBotOutput>;
