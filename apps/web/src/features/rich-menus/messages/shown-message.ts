import type { RICH_MESSAGE_WIDTHS, RichMessageView } from '@hanasu/contract/rich-messages';

/** Address from which this page loads the picture, under any outside name of the server. Null: it is not drawn. */
export function pictureUrl(
  { baseUrl }: Pick<RichMessageView, 'baseUrl'>,
  width: (typeof RICH_MESSAGE_WIDTHS)[number],
): string | null {
  return baseUrl && URL.canParse(baseUrl) ? `${new URL(baseUrl).pathname}/${width}` : null;
}

/** Problems that can be fixed here; the address of the server can't. */
export const toMend = ({ problems }: Pick<RichMessageView, 'problems'>): RichMessageView['problems'] =>
  problems.filter(({ reason }) => reason !== 'no_public_url');
export const lacksAddress = ({ problems }: Pick<RichMessageView, 'problems'>): boolean =>
  problems.some(({ reason }) => reason === 'no_public_url');
