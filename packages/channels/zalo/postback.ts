/**
 * A tapped button sends its payload as the person's words, so what is meant for us carries this mark. People could
 * type it: what stands behind it is worth no more than words.
 */
export const POSTBACK = 'postback:';
