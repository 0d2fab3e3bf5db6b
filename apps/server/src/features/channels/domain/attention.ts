/** What the product itself finds wrong with a channel, as it is stored. */
export const ACCESS_LOST =
  'Access to the official account was lost. Connect it again: until then nothing is sent.';
export const ACCESS_LAPSES =
  'Access to the official account could not be renewed for a long time and ends soon. Connect it again.';
export const ACCESS_DELAYED =
  'Access to the official account cannot be renewed just now. It is tried again every few minutes; nothing has to be done unless this lasts.';
export const TOKEN_REFUSED =
  'The vendor no longer accepts the token or key that is stored. Messages are sent with tokens for the channel id and secret; store the new token, or none.';
export const SECRET_WRONG =
  'Calls of the webhook are signed with another secret than the one that is stored, so nothing is received. Store the secret that the vendor shows now.';
export const CREDENTIALS_NEEDED =
  'This channel needs its credentials again: those that are stored cannot be opened with the secret key of this server. ' +
  'Connect it again: until then nothing is received or sent.';
/** Cleared by new access. */
export const ABOUT_ACCESS = [ACCESS_LOST, ACCESS_LAPSES, ACCESS_DELAYED, TOKEN_REFUSED, CREDENTIALS_NEEDED];

const CODES = {
  access_lost: ACCESS_LOST,
  access_lapsing: ACCESS_LAPSES,
  renewal_failing: ACCESS_DELAYED,
  token_refused: TOKEN_REFUSED,
  secret_wrong: SECRET_WRONG,
} as const;

/** What the product itself found wrong; null: in the vendor's words. */
export const attentionCode = (attention: string | null): keyof typeof CODES | null => {
  const codes = Object.keys(CODES) as (keyof typeof CODES)[];
  return codes.find((code) => CODES[code] === attention) ?? null;
};

/** The vendor has suspended the official account. A word and no sentence: pages say it in the reader's language. */
export const ACCOUNT_SUSPENDED = 'account_suspended';
