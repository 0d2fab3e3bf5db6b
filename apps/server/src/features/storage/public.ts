export { createStorage, type Storage } from './create-storage.ts';
