import type { OnceDependencies } from '../../answering/public.ts';
import type { CallerGate } from '../../api-keys/public.ts';
import type { BotGroupRouter } from '../../bots/public.ts';

export interface OpenAiDependencies extends OnceDependencies {
  readonly gate: CallerGate;
  readonly router: BotGroupRouter;
}
