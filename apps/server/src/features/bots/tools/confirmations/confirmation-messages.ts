import { CALL_STARTED } from '@hanasu/contract/tool-confirmations';
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
    after: 'Reply “yes” to go ahead. With any other reply, nothing is done.',
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
    before: 'Dạ anh/chị xác nhận giúp em trước khi thực hiện ạ:',
    after: 'Anh/chị trả lời “có” để thực hiện. Nếu trả lời khác, em sẽ không làm gì ạ.',
    yes: 'Có',
    no: 'Không',
  },
} as const satisfies Record<Language, object>;

const APPROVAL = {
  en: {
    before: 'Our staff checks this before it is done:',
    after: 'We will tell you the result here.',
  },
  ja: {
    before: '次の内容は、担当者が確認してから実行します。',
    after: '結果はこちらでお知らせします。',
  },
  vi: {
    before: 'Dạ nhân viên bên em sẽ kiểm tra trước khi thực hiện ạ:',
    after: 'Bên em sẽ báo kết quả cho anh/chị tại đây ạ.',
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
    before: 'Dạ việc sau cần xác nhận, nhưng chưa xác nhận tại đây được ạ:',
    after: 'Dạ em chưa thực hiện gì ạ.',
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

type Notice = 'done' | 'started' | 'failed' | 'changed' | 'unknown' | 'declined' | 'expired' | 'late';

const REPORTS = {
  en: {
    done: 'Done: {call}.',
    started: 'We have received this and are working on it: {call}.',
    failed: 'This could not be done: {call}. Our staff will look into it and reply here.',
    changed:
      'This was not done, because it was changed in the meantime: {call}. Our staff will help you here.',
    unknown:
      'It is not certain whether this was done: {call}. It will not be repeated. Our staff will check and reply here.',
    declined: 'Our staff did not approve this: {call}. Nothing was done.',
    expired: 'The time to confirm is over, so nothing was done: {call}. Please ask again.',
    late: 'This could not be checked in time, so nothing was done: {call}. Our staff will reply here.',
  },
  ja: {
    done: '実行しました：{call}',
    started: '次の内容を受け付け、手続きを進めています：{call}',
    failed: '次の操作を実行できませんでした：{call}。担当者が確認いたします。',
    changed: '内容に変更があったため、次の操作は実行しませんでした：{call}。担当者がご案内いたします。',
    unknown:
      '次の操作が完了したか確認できませんでした：{call}。二重には実行いたしません。担当者が確認し、こちらにご返信いたします。',
    declined: '担当者が確認した結果、次の操作は承認されませんでした：{call}。何も実行していません。',
    expired:
      '確認の期限が過ぎたため、何も実行していません：{call}。お手数ですが、もう一度お申し付けください。',
    late: '時間内に確認できなかったため、何も実行していません：{call}。担当者よりこちらにご返信いたします。',
  },
  vi: {
    done: 'Dạ em đã thực hiện: {call}.',
    started: 'Dạ em đã tiếp nhận và đang xử lý: {call}.',
    failed: 'Dạ chưa thực hiện được: {call}. Nhân viên bên em sẽ kiểm tra và phản hồi tại đây ạ.',
    changed:
      'Dạ việc này chưa được thực hiện vì có thay đổi trong lúc chờ: {call}. Nhân viên bên em sẽ hỗ trợ anh/chị tại đây ạ.',
    unknown:
      'Dạ chưa chắc việc này đã được thực hiện hay chưa: {call}. Em sẽ không làm lại. Nhân viên bên em sẽ kiểm tra và phản hồi anh/chị tại đây ạ.',
    declined: 'Dạ nhân viên bên em không duyệt việc này: {call}. Chưa có gì được thực hiện ạ.',
    expired: 'Dạ đã hết thời gian xác nhận nên em chưa làm gì: {call}. Anh/chị yêu cầu lại giúp em ạ.',
    late: 'Dạ chưa kịp kiểm tra nên em chưa làm gì: {call}. Nhân viên bên em sẽ phản hồi anh/chị tại đây ạ.',
  },
} as const satisfies Record<Language, Record<Notice, string>>;

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
}: Pick<SettledConfirmation, 'state' | 'reason' | 'confirmer'>): Notice | null {
  if (state === 'failed') return reason === 'tool_changed' ? 'changed' : 'failed';
  if (state === 'expired') return confirmer === 'staff' ? 'late' : 'expired';
  if (state === 'declined') return confirmer === 'staff' ? 'declined' : null;
  if (state === 'done') return reason === CALL_STARTED ? 'started' : 'done';
  return state === 'unknown' ? state : null;
}

/** The result as the model gets it; the model phrases it or goes on without the call. */
export function outcomeNote({ toolName, input, output, state, reason }: SettledConfirmation): string | null {
  const call = `${toolName} ${JSON.stringify(input)}`;
  if (state === 'done' && reason === CALL_STARTED)
    return `[The call ${call} was confirmed and has been started once. Its result is not known, and the customer knows that it was received. Do not make this call again.]`;
  if (state === 'done')
    return `[The call ${call} was confirmed and has been made once. Its result: ${JSON.stringify(output)} Tell the customer what came of it. Do not make this call again.]`;
  if (state === 'declined') return `[The call ${call} was not confirmed and has not been made.]`;
  return null;
}
