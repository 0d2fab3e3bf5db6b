export { menuTaps } from './menus/take-tap.ts';
