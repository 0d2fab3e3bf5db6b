import type { RichMenuDefinition, TapAction } from '@hanasu/contract/rich-menus';

const picture = {
  kind: 'composed' as const,
  background: '#ffffff',
  fileUuid: null,
  line: null,
  font: 'sans' as const,
  cells: [],
};

/** Two pages: areas `a0`, `a1`, … of `p1` do these things, and the one of `p2` leads back. */
export const menuOf = (...actions: readonly TapAction[]): RichMenuDefinition => ({
  size: 'large',
  chatBarText: 'メニュー',
  selected: true,
  pages: [
    {
      id: 'p1',
      name: '',
      picture,
      areas: actions.map((action, index) => ({
        id: `a${index}`,
        x: index * 400,
        y: 0,
        width: 400,
        height: 843,
        label: `Area ${index}`,
        action,
      })),
    },
    {
      id: 'p2',
      name: '',
      picture,
      areas: [
        {
          id: 'b',
          x: 0,
          y: 0,
          width: 2500,
          height: 1686,
          label: 'Back',
          action: { kind: 'page', pageId: 'p1' },
        },
      ],
    },
  ],
});
