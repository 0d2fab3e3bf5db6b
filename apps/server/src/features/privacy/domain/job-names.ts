export const EXPORT_ACCOUNT = 'export-account';
