import { z } from 'zod';

export interface Button {
  readonly title: string;
  readonly type: 'oa.open.url' | 'oa.query.show' | 'oa.query.hide';
  readonly payload: string | { readonly url: string };
}

/** The vendor's message object, as it goes into `message`. */
export interface PlainMessage {
  readonly text?: string;
  readonly attachment?: { readonly type: 'template' | 'file'; readonly payload: Record<string, unknown> };
  readonly quote_message_id?: string;
}

/** What has to be done before sending, and the words that are sent where the vendor refuses the form. */
export const Preparation = z.object({
  /** A file to upload, whose token is then sent. */
  upload: z.object({ mediaId: z.string(), name: z.string(), contentType: z.string() }).optional(),
  /** A moving picture, whose size the vendor wants to know. */
  gif: z.object({ mediaId: z.string(), url: z.string() }).optional(),
  /** The vendor's form for name, phone and address, which wants a picture. */
  askDetails: z.object({ title: z.string(), subtitle: z.string() }).optional(),
  otherwise: z.string().optional(),
});
export type Preparation = z.infer<typeof Preparation>;

/** A message as it is stored until it is sent. */
export type ZaloMessage = PlainMessage & Preparation;
