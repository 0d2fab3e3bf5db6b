import { fieldsOf, type ShownButton, urlOf, wordsOf } from '../spec/shown-payload.ts';

const PICKED = ['date', 'time', 'datetime'] as const;

/** What can be tapped of an action object; one that only a real phone can do is a button without effect. */
export function readButton(given: unknown): ShownButton[] {
  const action = fieldsOf(given);
  const label = wordsOf(action.label) ?? wordsOf(action.displayText) ?? wordsOf(action.text) ?? '';
  switch (action.type) {
    case 'uri': {
      const url = urlOf(action.uri);
      return [{ label: label || (url ?? ''), ...(url === null ? {} : { url }) }];
    }
    case 'message':
      return [{ label, text: wordsOf(action.text) ?? label }];
    case 'postback': {
      const text = wordsOf(action.displayText) ?? wordsOf(action.text);
      return [{ label, data: wordsOf(action.data) ?? '', ...(text === null ? {} : { text }) }];
    }
    case 'datetimepicker': {
      const mode = PICKED.find((one) => one === action.mode) ?? 'date';
      return [{ label, picker: { mode, data: wordsOf(action.data) ?? '' } }];
    }
    default:
      return label === '' ? [] : [{ label }];
  }
}
