import { z } from 'zod';

/** Of the terms and the privacy text that come with the product. Change it when what they say changes. */
export const TERMS_VERSION = '2026-11-23';

/** The box that whoever registers ticks; the server keeps when, and which text it was. */
export const AcceptedTerms = z.literal(true);
