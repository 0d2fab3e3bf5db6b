import { z } from 'zod';

/** What a tap on a menu does on the friend's phone. */
const SimulatorTap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('postback'), data: z.string(), text: z.string() }),
  z.object({ kind: z.literal('link'), url: z.string() }),
  z.object({ kind: z.literal('copy'), text: z.string() }),
  z.object({ kind: z.literal('switch'), alias: z.string(), data: z.string() }),
  z.object({ kind: z.literal('date'), mode: z.enum(['date', 'time', 'datetime']), data: z.string() }),
]);
/** The menu at the foot of a sandbox friend's chat. */
export const SimulatorMenu = z.object({
  /** Another one as soon as another menu is shown. */
  id: z.string(),
  text: z.string(),
  /** When the chat is opened. */
  open: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  /** `data:`; null: the caller has it. */
  picture: z.string().nullable(),
  areas: z.array(
    z.object({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      label: z.string(),
      /** Null: nothing that can be done here. */
      tap: SimulatorTap.nullable(),
    }),
  ),
});
export type SimulatorMenu = z.infer<typeof SimulatorMenu>;
