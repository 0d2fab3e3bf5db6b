import { z } from 'zod';

/** A colour as the product stores it: `#rrggbb` in lower case. */
export const HexColor = z.string().regex(/^#[0-9a-f]{6}$/);
