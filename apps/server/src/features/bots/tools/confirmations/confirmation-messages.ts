import { guardText } from '@hanasu/models/guard/guard-text';
import type { LinkPolicy } from '@hanasu/models/guard/link-hosts';
import type { SettledConfirmation } from './settle-confirmations.ts';

type Language = 'en' | 'ja' | 'vi';

/** What customers read of calls that wait for consent. None of it is a model's. */

export interface Call {
  readonly name: string;
  readonly input: unknown;
}

const ASKS = {
  en: {
    before: 'Please confirm before I do this:',
    after: 'Reply "yes" to go ahead. With any other reply nothing is done.',
    yes: 'Yes',
    no: 'No',
  },
  ja: {
    before: '次の内容で実行してよろしいですか。',
    after: '「はい」とお返事いただければ実行します。ほかのお返事の場合は何も行いません。',
    yes: 'はい',
    no: 'いいえ',
  },
  vi: {
    before: 'Vui lòng xác nhận trước khi tôi thực hiện:',
    after: 'Trả lời "có" để thực hiện. Nếu trả lời khác, tôi sẽ không làm gì.',
    yes: 'Có',
    no: 'Không',
  },
} as const satisfies Record<Language, object>;

const APPROVAL = {
  en: {
    before: 'A member of our staff checks this before it is done:',
    after: 'You will hear here what became of it.',
  },
  ja: {
    before: '次の内容は、担当者が確認してから実行します。',
    after: '結果はこちらでお知らせします。',
  },
  vi: {
    before: 'Nhân viên của chúng tôi sẽ kiểm tra trước khi thực hiện:',
    after: 'Chúng tôi sẽ báo kết quả cho bạn tại đây.',
  },
} as const satisfies Record<Language, object>;

const UNASKABLE = {
  en: {
    before: 'This needs a confirmation, which cannot be given here:',
    after: 'Nothing was done.',
  },
  ja: {
    before: '次の操作には確認が必要ですが、こちらでは確認を受け付けられません。',
    after: '何も実行していません。',
  },
  vi: {
    before: 'Việc sau cần được xác nhận, nhưng không thể xác nhận tại đây:',
    after: 'Tôi chưa làm gì cả.',
  },
} as const satisfies Record<Language, object>;

const LANGUAGES = Object.keys(ASKS) as Language[];

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const valuesOf = (input: unknown): [string, string][] =>
  Object.entries(input ?? {}).map(([key, value]) => [key, valueText(value)]);
const nameOf = (name: string): string => name.replaceAll('_', ' ');

function framed({ before, after }: { before: string; after: string }, call: Call, links: LinkPolicy): string {
  const values = valuesOf(call.input).map(([key, value]) => `- ${key}: ${value}`);
  return [before, guardText([nameOf(call.name), ...values].join('\n'), links), after].join('\n\n');
}

/** Every argument stands in it as it would be sent: consent to it is consent to this very call. */
export const confirmationQuestion = (language: Language, call: Call, links: LinkPolicy): string =>
  framed(ASKS[language], call, links);
/** Staff decide on it. */
export const approvalNotice = (language: Language, call: Call, links: LinkPolicy): string =>
  framed(APPROVAL[language], call, links);
/** There is no conversation that the consent could be given in. */
export const unaskable = (language: Language, call: Call, links: LinkPolicy): string =>
  framed(UNASKABLE[language], call, links);

/** What can be tapped under a question; in the language that it was put in. */
export function consentReplies(text: string): { readonly label: string; readonly text: string }[] {
  const language = LANGUAGES.find((one) => text.includes(ASKS[one].after)) ?? 'en';
  const { yes, no } = ASKS[language];
  return [yes, no].map((label) => ({ label, text: label }));
}

type Told = 'done' | 'failed' | 'changed' | 'unknown' | 'declined' | 'expired' | 'late';

const REPORTS = {
  en: {
    done: 'Done: {call}.',
    failed: 'This could not be done: {call}. A member of our staff will look into it.',
    changed:
      'This was not done, because it was changed or switched off in the meantime: {call}. A member of our staff will help you.',
    unknown:
      'It is not certain whether this was done: {call}. It will not be repeated; a member of our staff will check and get back to you.',
    declined: 'Our staff did not approve this: {call}. Nothing was done.',
    expired: 'The time to confirm is over, so nothing was done: {call}. Please ask again.',
    late: 'Nobody could check this in time, so nothing was done: {call}. A member of our staff will get back to you.',
  },
  ja: {
    done: '実行しました：{call}',
    failed: '次の操作を実行できませんでした：{call}。担当者が確認いたします。',
    changed:
      '設定が変更または停止されたため、次の操作は実行しませんでした：{call}。担当者がご案内いたします。',
    unknown:
      '次の操作が完了したか確認できませんでした：{call}。二重には実行いたしません。担当者が確認してご連絡いたします。',
    declined: '担当者が確認した結果、次の操作は承認されませんでした：{call}。何も実行していません。',
    expired:
      '確認の期限が過ぎたため、何も実行していません：{call}。お手数ですが、もう一度お申し付けください。',
    late: '時間内に確認できなかったため、何も実行していません：{call}。担当者よりご連絡いたします。',
  },
  vi: {
    done: 'Đã thực hiện: {call}.',
    failed: 'Chưa thực hiện được: {call}. Nhân viên của chúng tôi sẽ kiểm tra.',
    changed:
      'Việc này chưa được thực hiện vì đã bị thay đổi hoặc tắt trong lúc chờ: {call}. Nhân viên của chúng tôi sẽ hỗ trợ bạn.',
    unknown:
      'Chưa chắc việc này đã được thực hiện hay chưa: {call}. Tôi sẽ không làm lại; nhân viên của chúng tôi sẽ kiểm tra và liên hệ lại với bạn.',
    declined: 'Nhân viên của chúng tôi không duyệt việc này: {call}. Chưa có gì được thực hiện.',
    expired: 'Đã hết thời gian xác nhận nên tôi chưa làm gì: {call}. Vui lòng yêu cầu lại.',
    late: 'Chưa có ai kịp kiểm tra nên tôi chưa làm gì: {call}. Nhân viên của chúng tôi sẽ liên hệ lại với bạn.',
  },
} as const satisfies Record<Language, Record<Told, string>>;

/** What became of a call. Null: nothing that the customer need be told. */
export function outcomeText(
  language: Language,
  settled: Pick<SettledConfirmation, 'toolName' | 'input' | 'state' | 'reason' | 'confirmer'>,
  links: LinkPolicy,
): string | null {
  const reportKind = reportKindOf(settled);
  if (!reportKind) return null;
  const values = valuesOf(settled.input).map(([key, value]) => `${key}: ${value}`);
  const call = `${nameOf(settled.toolName)}${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
  return REPORTS[language][reportKind].replace('{call}', () => guardText(call, links));
}

function reportKindOf({
  state,
  reason,
  confirmer,
}: Pick<SettledConfirmation, 'state' | 'reason' | 'confirmer'>): Told | null {
  if (state === 'failed') return reason === 'tool_changed' ? 'changed' : 'failed';
  if (state === 'expired') return confirmer === 'staff' ? 'late' : 'expired';
  if (state === 'declined') return confirmer === 'staff' ? 'declined' : null;
  return state === 'done' || state === 'unknown' ? state : null;
}

/** Told to the model, which puts the result into words or goes on without the call. */
export function outcomeNote({ toolName, input, output, state }: SettledConfirmation): string | null {
  const call = `${toolName} ${JSON.stringify(input)}`;
  if (state === 'done')
    return `[The call ${call} was confirmed and has been made once. Its result: ${JSON.stringify(output)} Tell the customer what came of it. Do not make this call again.]`;
  if (state === 'declined') return `[The call ${call} was not confirmed and has not been made.]`;
  return null;
}
