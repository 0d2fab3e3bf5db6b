import type { BroadcastId } from '@hanasu/contract/ids';

/** A tap on a button of a broadcast: which broadcast, and what the button says. */
export interface BroadcastTap {
  readonly broadcastId: BroadcastId;
  readonly text: string;
}

/** Short, because some vendors' buttons carry 64 bytes. */
const TAP = /^b:([A-Za-z0-9_-]{22}):(.+)$/su;

/** Data that a button sends back. It says only what its reader sees; the chat it comes from says who taps it. */
export const writeBroadcastTap = ({ broadcastId, text }: BroadcastTap): string =>
  `b:${Buffer.from(broadcastId.replaceAll('-', ''), 'hex').toString('base64url')}:${text}`;

/** Reads the data of a tap; null: something else was tapped. */
export function readBroadcastTap(data: string): BroadcastTap | null {
  const [, id, text] = TAP.exec(data) ?? [];
  if (id === undefined || text === undefined) return null;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const broadcastId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as BroadcastId;
  return { broadcastId, text };
}
