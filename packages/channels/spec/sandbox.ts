import type { actAsSimulatorFriend, SimulatorState } from '@hanasu/contract/channels';
import type { z } from 'zod';
import type { FakeVendor } from './channel.ts';

export type SandboxAction = z.output<typeof actAsSimulatorFriend.body>;

export type SandboxOutcome =
  | { readonly kind: 'delivered' }
  /** The webhook did not take the event. */
  | { readonly kind: 'refused'; readonly detail: string };

/** A fake vendor as the product's simulator uses it: friends by a short name, accounts by their credentials. */
export interface SandboxVendor extends FakeVendor {
  /** Registers an official account and returns credentials that the adapter accepts. */
  addAccount(name: string): unknown;
  /** Puts an account back after a restart (chats come from the snapshot); known ones are left alone. */
  restoreAccount(credentials: unknown, name: string, webhookUrl: string): void;
  /** Without the picture of the menu `knownMenu`. */
  state(credentials: unknown, friend: string, knownMenu?: string): SimulatorState;
  act(credentials: unknown, friend: string, action: SandboxAction): Promise<SandboxOutcome>;
  /** Everything worth keeping over a restart, as JSON text; `onChange` says when it has changed. */
  snapshot(): string;
  restore(snapshot: string): void;
  onChange(listener: () => void): void;
}
