import { type Fields, type Kinds, kind, number, object, oneOf, type Rule, text, words } from './rules.ts';

const SCHEMES = ['http:', 'https:', 'line:', 'tel:'];
const link: Rule = { is: 'url', max: 1000, schemes: SCHEMES };
const date: Rule = { is: 'text', max: 20, matches: /^[\d:tT-]+$/ };

/** Actions whose label follows the place they stand in. */
function actionsWith(label: Fields): Kinds {
  return {
    postback: {
      ...label,
      data: text(300, 0),
      'displayText?': words(300),
      'text?': words(300),
      'inputOption?': oneOf('closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice'),
      'fillInText?': words(300),
    },
    message: { ...label, text: words(300) },
    uri: { ...label, uri: link, 'altUri?': object({ desktop: link }) },
    datetimepicker: {
      ...label,
      data: text(300, 0),
      mode: oneOf('date', 'time', 'datetime'),
      'initial?': date,
      'max?': date,
      'min?': date,
    },
    clipboard: { ...label, clipboardText: text(1000) },
  };
}

const QUICK_LABEL = { label: words(20) } satisfies Fields;
/** The camera and the place can be asked for here only. */
export const QUICK_REPLY_ACTIONS: Kinds = {
  ...actionsWith(QUICK_LABEL),
  camera: QUICK_LABEL,
  cameraRoll: QUICK_LABEL,
  location: QUICK_LABEL,
};

const template = actionsWith({ label: words(20) });
const unlabelled = actionsWith({ 'label?': words(20) });
const menu: Kinds = {
  ...unlabelled,
  richmenuswitch: {
    'label?': words(20),
    richMenuAliasId: { is: 'text', max: 32, matches: /^[a-z0-9_-]{1,32}$/ },
    data: text(300, 0),
  },
};
const imageColumn = actionsWith({ 'label?': words(12) });
const button = actionsWith({ label: words(40) });
const tapped = actionsWith({ 'label?': words(40) });

export const templateAction = kind(() => template);
export const defaultAction = kind(() => unlabelled);
/** Only a menu can change to another one. */
export const richMenuAction = kind(() => menu);
export const imageColumnAction = kind(() => imageColumn);
/** A flex button shows its label; other flex components are only tapped. */
export const flexButtonAction = kind(() => button);
export const flexAction = kind(() => tapped);

const area = object({ x: number, y: number, width: number, height: number });

export const IMAGEMAP_ACTIONS: Kinds = {
  uri: { linkUri: link, 'label?': words(100), area },
  message: { text: text(400), 'label?': words(100), area },
  clipboard: { clipboardText: text(1000), 'label?': words(100), area },
};
