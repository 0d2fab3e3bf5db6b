/** Folded forms under which names and addresses must be unique: look-alikes by width or case are the same. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase().trim();

export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase().trim();
