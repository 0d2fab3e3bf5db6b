import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const CACHE = path.join(ROOT, 'node_modules', '.cache', 'hanasu');

/** @param {string[]} parts */
export const inRoot = (...parts) => path.join(ROOT, ...parts);
