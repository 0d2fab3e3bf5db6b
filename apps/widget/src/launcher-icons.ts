export const LAUNCHER_PATHS = {
  chat: 'M21 12a8 8 0 0 1-12 7l-6 2 2-6a8 8 0 1 1 16-3z',
  question: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM9 9a3 3 0 0 1 6 1c0 2-3 3-3 4M12 17.5h.01',
  spark: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
  close: 'M18 6 6 18M6 6l12 12',
  down: 'M6 9l6 6 6-6',
} as const;
export type LauncherIcon = keyof typeof LAUNCHER_PATHS;

const SVG = 'http://www.w3.org/2000/svg';

export function createIcon(name: LauncherIcon): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', LAUNCHER_PATHS[name]);
  const attributes = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    focusable: 'false',
  };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  svg.append(path);
  return svg;
}
