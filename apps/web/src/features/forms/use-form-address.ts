import { usePublicUrl } from '../../shell/use-public-url.ts';

/** The address of a form's public page. */
export const useFormAddress = (slug: string): string => `${usePublicUrl()}/form/${slug}`;
